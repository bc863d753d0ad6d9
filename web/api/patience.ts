import { isCode } from '#web/api/call.ts';

const TRIES = 30;

/**
 * Repeats a call silently while its twin, of the same key, is still running: 409 busy that says when to ask again. A
 * 'busy' that does not say so is thrown like any other failure: something else is under way.
 */
export async function whileTwinRuns<T>(ask: () => Promise<T>, wait = pause): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isCode(error, 'busy') || error.retryAfter === null || tries === TRIES) throw error;
      await wait(error.retryAfter);
    }
  }
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
