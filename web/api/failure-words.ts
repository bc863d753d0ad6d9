import { CallError } from '#web/api/call.ts';

/** What a person is told of a failed call: the server's sentence, where it says one. */
export function failureWords(error: unknown, otherwise: string): string {
  return (error instanceof CallError && error.reply?.message) || otherwise;
}
