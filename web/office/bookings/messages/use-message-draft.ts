import { useRef, useState } from 'react';
import { CallError } from '#web/api/call.ts';
import { useSendMessage } from '#web/api/messages.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';

/** `attempt`: the text that was sent without a reply, and its Idempotency-Key. */
type Draft = { text: string; attempt: { text: string; key: string } | null };

const EMPTY: Draft = { text: '', attempt: null };

type DraftState = Draft & { problem: string | null; isSent: boolean };

/**
 * The message that the user writes on a booking. It stays in the tab over a reload until it was sent. The same text is
 * sent again under the same key, so a lost reply does not make two messages.
 */
export function useMessageDraft(bookingId: number, username: string) {
  const storageKey = `message-draft:${username}:${bookingId}`;
  const [state, setState] = useState<DraftState>(() => ({
    ...readDraft(storageKey),
    problem: null,
    isSent: false,
  }));
  const { mutateAsync, isPending } = useSendMessage(bookingId);
  const isSending = useRef(false);
  const keep = (draft: Draft, said: { problem?: string; isSent?: boolean } = {}) => {
    if (draft.text === '') tabStorage.remove(storageKey);
    else tabStorage.set(storageKey, JSON.stringify(draft));
    setState({ ...draft, problem: null, isSent: false, ...said });
  };
  const send = async () => {
    const { text, attempt } = state;
    if (isSending.current || text.trim() === '') return;
    isSending.current = true;
    const key = attempt?.text === text ? attempt.key : crypto.randomUUID();
    keep({ text, attempt: { text, key } });
    try {
      await mutateAsync({ content: text, idempotencyKey: key });
      // The page can have been left and opened again, with another text.
      if (readDraft(storageKey).attempt?.key === key) keep(EMPTY, { isSent: true });
    } catch (error) {
      const isRefused = error instanceof CallError && error.status < 500;
      keep({ text, attempt: isRefused ? null : { text, key } }, { problem: reasonText(error) });
    } finally {
      isSending.current = false;
    }
  };
  return {
    ...state,
    isPending,
    setText: (text: string) => keep({ text, attempt: state.attempt }),
    send,
  };
}

function readDraft(storageKey: string): Draft {
  try {
    const stored = JSON.parse(tabStorage.get(storageKey) ?? 'null') as Draft | null;
    return typeof stored?.text === 'string' ? stored : EMPTY;
  } catch {
    return EMPTY;
  }
}
