import { isCode } from './call.ts';

const TRIES = 30;

type RetryOptions = {
  wait?: (seconds: number) => Promise<void>;
  /** The delay if the server names none. Without it, a 'busy' without Retry-After is thrown. */
  defaultSeconds?: number;
};

/**
 * Retries a request while a concurrent request with the same key runs: 409 busy with Retry-After. A 'busy' without
 * Retry-After means that another operation is in progress; it is thrown, unless `defaultSeconds` is given.
 */
export async function retryWhileBusy<T>(
  ask: () => Promise<T>,
  { wait = pause, defaultSeconds }: RetryOptions = {},
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
