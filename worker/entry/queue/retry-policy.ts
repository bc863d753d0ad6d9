import { MINUTE_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';

const FIRST_DELAY_SECONDS = 2;
const MAX_DELAY_SECONDS = 3600;

/** More attempts than a message can have: above max_retries of wrangler.toml. */
const MAX_QUEUE_ATTEMPTS = 10;

/** Seconds until the next delivery, after `attempts` deliveries. RETRY_SECONDS (development) makes all delays equal. */
export function retryDelaySeconds({ settings }: Pick<Context, 'settings'>, attempts: number): number {
  return settings.retrySeconds ?? Math.min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 5 ** (attempts - 1));
}

/**
 * Milliseconds after which the queue has finished with a message. Delays of 2 s, 10 s, 50 s ... with max_retries of
 * wrangler.toml add up to an hour and a half.
 */
export function queueSpanMs({ settings }: Pick<Context, 'settings'>): number {
  const { retrySeconds } = settings;
  return retrySeconds === null ? 120 * MINUTE_MS : 2 * MINUTE_MS + MAX_QUEUE_ATTEMPTS * retrySeconds * 1000;
}
