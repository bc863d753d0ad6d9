import type { Context } from '#worker/base/context.ts';

const APP = 'dumpster-rental';

/** Metadata of every object that this system creates at Stripe. */
export function systemMetadata(ctx: Context) {
  return { app: APP, env: ctx.settings.environment };
}

/** Whether an object at Stripe was created by this system, in this environment and mode. */
export function isFromThisSystem(
  ctx: Context,
  { metadata, livemode }: { metadata: Record<string, string>; livemode: boolean },
): boolean {
  const isMarked = metadata.app === APP && metadata.env === ctx.settings.environment;
  return isMarked && livemode === ctx.settings.isLiveMode;
}

/** Metadata of the intent of a remaining balance: ids only. */
export function balanceMetadata(ctx: Context, of: { bookingId: number; operation: string }) {
  return {
    ...systemMetadata(ctx),
    kind: 'balance',
    booking_id: String(of.bookingId),
    operation_id: of.operation,
  };
}
