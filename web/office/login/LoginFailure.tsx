import { CallError } from '#web/api/call.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';

/** Why the login failed. Field errors are shown at their fields instead. */
export function LoginFailure({ error, atMs }: { error: Error; atMs: number }) {
  const answer = error instanceof CallError ? error : null;
  if (answer?.reply?.issues) return null;
  return (
    <Notice variant="danger" role="alert">
      <p>{reasonText(error)}</p>
      {answer?.status === 429 && answer.retryAfter !== null && (
        <p className="mt-1">{pauseWords(answer.retryAfter, atMs)}</p>
      )}
    </Notice>
  );
}

/** 'You can try again in 15 minutes, at 4:31 PM.' `fromMs`: the time of the reply with the number of seconds. */
export function pauseWords(seconds: number, fromMs: number, timeZone?: string): string {
  if (seconds < 60) return `You can try again in ${counted(Math.max(1, Math.ceil(seconds)), 'second')}.`;
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  });
  // Rounded up to the next minute, so that a retry is never too early.
  const end = new Date(Math.ceil((fromMs + seconds * 1000) / 60_000) * 60_000);
  return `You can try again in ${counted(Math.ceil(seconds / 60), 'minute')}, at ${time.format(end)}.`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
