import type { Context } from '#worker/context.ts';

const FIRST_SECONDS = 2;
const LONGEST_SECONDS = 3600;

/**
 * How long the queue keeps trying: 2 s, 10 s, 50 s ... at most an hour between deliveries, and max_retries of
 * wrangler.toml, come to an hour and a half. The cron leaves alone for longer what the queue has begun.
 */
export const QUEUE_SPAN_MS = 2 * 3_600_000;

/** So many failures in all, whoever tried: then it is dead, and staff see it. */
export const MOST_TRIES = 20;

/** Until the next delivery of a message that was delivered so many times; development may have all waits alike. */
export function retryDelaySeconds({ settings }: Pick<Context, 'settings'>, attempts: number): number {
  return settings.retrySeconds ?? Math.min(LONGEST_SECONDS, FIRST_SECONDS * 5 ** (attempts - 1));
}
