import type { Context } from '#worker/context.ts';
import type { Intent } from '#worker/platform/stripe.ts';
import type { Revision } from './repo.ts';

const APP = 'dumpster-rental';

/** What Stripe keeps with a deposit's intent: ids and the order's bare facts, never an address or notes. */
export function depositMetadata(ctx: Context, revision: Revision) {
  return {
    app: APP,
    env: ctx.settings.environment,
    kind: 'deposit',
    checkout_id: revision.checkoutId,
    revision: String(revision.revision),
    rental_type: revision.rentalType,
    dumpster_type: revision.dumpsterType,
    delivery_date: revision.deliveryDate,
  };
}

/** Whether an intent is a deposit of this product in this environment. */
export function isOurDeposit(ctx: Context, intent: Intent): boolean {
  const { app, env, kind } = intent.metadata;
  const isOurs = app === APP && env === ctx.settings.environment && kind === 'deposit';
  return isOurs && intent.livemode === ctx.settings.isLiveMode;
}

/** The revision that an intent was last set to; null when it says none. */
export function revisionOf(intent: Intent): number | null {
  const text = intent.metadata.revision ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}
