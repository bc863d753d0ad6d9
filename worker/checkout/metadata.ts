import type { Context } from '#worker/context.ts';
import { systemMetadata } from '#worker/payments/ledger/stripe-metadata.ts';
import type { Intent } from '#worker/platform/stripe.ts';
import type { Revision } from './repo.ts';

/** What Stripe keeps with a deposit's intent: ids and the order's bare facts, never an address or notes. */
export function depositMetadata(ctx: Context, revision: Revision) {
  return {
    ...systemMetadata(ctx),
    kind: 'deposit',
    checkout_id: revision.checkoutId,
    revision: String(revision.revision),
    rental_type: revision.rentalType,
    dumpster_type: revision.dumpsterType,
    delivery_date: revision.deliveryDate,
  };
}

/** The revision that an intent was last set to; null when it says none. */
export function revisionOf(intent: Intent): number | null {
  const text = intent.metadata.revision ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}
