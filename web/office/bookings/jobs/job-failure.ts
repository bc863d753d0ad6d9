import { errorText } from '#web/api/call.ts';
import { staleOf } from '#web/kit/form/versioned/stale.ts';

/** Why a change of a job failed. After a colleague's change, the page has read the newer job already. */
export function jobFailureText(error: unknown, otherwise: string): string {
  return staleOf(error)
    ? 'A colleague changed this job. You see it as it is now: check it, then try again.'
    : errorText(error, otherwise);
}
