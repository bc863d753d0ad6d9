import { CallError } from '#web/api/call.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { pauseWords } from './pause-words.ts';

/** Why the login did not work. What belongs to a field stands there instead. */
export function LoginFailure({ error, atMs }: { error: Error; atMs: number }) {
  const answer = error instanceof CallError ? error : null;
  if (answer?.reply?.issues) return null;
  return (
    <Notice look="danger" role="alert">
      <p>{failureWords(error, 'The server did not answer. Check your connection and try again.')}</p>
      {answer?.status === 429 && answer.retryAfter !== null && (
        <p className="mt-1">{pauseWords(answer.retryAfter, atMs)}</p>
      )}
    </Notice>
  );
}
