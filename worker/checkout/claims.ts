import type { Context } from '#worker/context.ts';
import { claim, releaseClaim } from './repo.ts';

/** A claim outlives the slowest Stripe calls of one request; one left by a crash ends by itself. */
export const CLAIM_MS = 60_000;

/** Does the work as the only writer of an open checkout; null when another one has it, or it is not open. */
export async function whileClaimed<T>(
  ctx: Context,
  checkoutId: string,
  work: (token: string) => Promise<T>,
): Promise<{ value: T } | null> {
  const token = ctx.newId();
  const nowMs = ctx.now();
  if (!(await claim(ctx.db, checkoutId, { token, nowMs, untilMs: nowMs + CLAIM_MS }))) return null;
  try {
    return { value: await work(token) };
  } finally {
    await releaseClaim(ctx.db, checkoutId, token);
  }
}
