import { isCode } from './call.ts';

const TRIES = 30;

type Patience = {
  wait?: (seconds: number) => Promise<void>;
  /** How long to wait where the server does not say; without it such a 'busy' is no twin. */
  defaultSeconds?: number;
};

/**
 * Repeats a call silently while its twin, of the same key, is still running: 409 busy that says when to ask again. A
 * 'busy' that does not say so is thrown like any other failure, unless told otherwise: something else is under way.
 */
export async function retryWhileBusy<T>(
  ask: () => Promise<T>,
  { wait = pause, defaultSeconds }: Patience = {},
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const seconds = isCode(error, 'busy') ? (error.retryAfter ?? defaultSeconds) : undefined;
      if (seconds === undefined || tries === TRIES) throw error;
      await wait(seconds);
    }
  }
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
