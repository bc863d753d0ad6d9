import type { Context } from '#worker/context.ts';

const APP = 'dumpster-rental';

/** What every object of ours at Stripe says of itself. */
export function systemMetadata(ctx: Context) {
  return { app: APP, env: ctx.settings.environment };
}

/** Whether an object at Stripe is this product's, in this environment and mode. */
export function isFromThisSystem(
  ctx: Context,
  { metadata, livemode }: { metadata: Record<string, string>; livemode: boolean },
): boolean {
  const isMarked = metadata.app === APP && metadata.env === ctx.settings.environment;
  return isMarked && livemode === ctx.settings.isLiveMode;
}

/** What Stripe keeps with the intent of a remaining balance: ids only. */
export function balanceMetadata(ctx: Context, of: { bookingId: number; operation: string }) {
  return {
    ...systemMetadata(ctx),
    kind: 'balance',
    booking_id: String(of.bookingId),
    operation_id: of.operation,
  };
}
