import type { Context } from '#worker/context.ts';

const FIRST_SECONDS = 2;
const LONGEST_SECONDS = 3600;

/** No message is tried more often: above max_retries of wrangler.toml. */
const MOST_DELIVERIES = 10;
const MINUTE_MS = 60_000;

/** So many failures in all, whoever tried: then it is dead, and staff see it. */
export const MOST_TRIES = 20;

/** Until the next delivery of a message that was delivered so many times; development may have all waits alike. */
export function retryDelaySeconds({ settings }: Pick<Context, 'settings'>, attempts: number): number {
  return settings.retrySeconds ?? Math.min(LONGEST_SECONDS, FIRST_SECONDS * 5 ** (attempts - 1));
}

/**
 * After so long the queue has ended what it began: 2 s, 10 s, 50 s ... between deliveries, and max_retries of
 * wrangler.toml, come to an hour and a half.
 */
export function queueSpanMs({ settings }: Pick<Context, 'settings'>): number {
  const { retrySeconds } = settings;
  return retrySeconds === null ? 120 * MINUTE_MS : 2 * MINUTE_MS + MOST_DELIVERIES * retrySeconds * 1000;
}
