import { useCallback, useEffect, useState } from 'react';
import type { Reading } from './filters.ts';

const DEBOUNCE_MS = 300;

/**
 * The current input, which becomes the value after a pause in typing. A value that changes from elsewhere (Back,
 * a chip's button) replaces the input. A value that this input has set does not, because the input may be newer.
 */
export function useDraft(value: string, { parse, format }: Reading, commit: (value: string) => void) {
  const [draft, setDraft] = useState(() => format(value));
  const [seen, setSeen] = useState(value);
  const [underway, setUnderway] = useState<readonly string[]>([]);
  if (value !== seen) {
    const at = underway.indexOf(value);
    setSeen(value);
    setUnderway(underway.slice(at + 1));
    if (at === -1) {
      setUnderway([]);
      setDraft(format(value));
    }
  }
  const parsed = parse(draft);
  const isNew = parsed !== null && parsed !== (underway.at(-1) ?? value);
  const send = useCallback(() => {
    if (!isNew) return;
    setUnderway((before) => [...before, parsed]);
    commit(parsed);
  }, [commit, isNew, parsed]);
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(send, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isNew, send]);
  return {
    draft,
    setDraft,
    isInvalid: parsed === null,
    /** Applies the input without the pause. */
    send,
  };
}
