import { CallError } from '#web/api/call.ts';

/** What a person is told of a failed call: the server's sentence, where it says one. */
export function failureWords(error: unknown, otherwise: string): string {
  if (!(error instanceof CallError)) return otherwise;
  // Read before and after the next sign-in, as the page stays.
  if (error.isSessionLost) return 'Your session ended before this was done. Log in, then try again.';
  return error.reply?.message || otherwise;
}
