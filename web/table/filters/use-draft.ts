import { useCallback, useEffect, useState } from 'react';
import type { Reading } from './filters.ts';

/** SPEC 9. */
const DEBOUNCE_MS = 300;

/**
 * What is being typed, which becomes the value when the typing rests. A value that changes from elsewhere (Back,
 * a chip's button) takes the place of what was typed; one that was typed does not, for by then more may be typed.
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
