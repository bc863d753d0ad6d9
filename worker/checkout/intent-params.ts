import { isPaidInFull } from '#domain/catalog/quote.ts';
import type { Context } from '#worker/base/context.ts';
import type { Intent, IntentChanges, IntentParams } from '#worker/base/platform/stripe.ts';
import type { PricedRental } from '#worker/catalog/rental-price.ts';
import { systemMetadata } from '#worker/money/ledger/stripe-metadata.ts';
import type { Revision } from './repo.ts';

/** The intent parameters that depend on the details: set when the intent is created and with every revision. */
export function revisedParams(ctx: Context, revision: Revision, price: PricedRental) {
  const { rentalTitle, sizeName } = price;
  const isInFull = isPaidInFull(price.quote);
  const paid = isInFull ? rentalTitle : `${rentalTitle} deposit`;
  return {
    amount: revision.amount,
    description: `${countOf(revision)}${paid}, ${sizeName}, delivery ${revision.deliveryDate}`,
    statement_descriptor_suffix: isInFull ? 'RENTAL' : 'DEPOSIT',
    receipt_email: revision.email,
    metadata: depositMetadata(ctx, revision),
  } satisfies IntentChanges;
}

/** '3 x ' for an order of three dumpsters. */
function countOf({ quantity }: Revision): string {
  return quantity === 1 ? '' : `${quantity} x `;
}

/**
 * A deposit is paid by card only. The card is prepared for the remaining balance, and saved once the booking is made
 * (worker/money/charges/save-card.ts), so that the customer waits for one call to Stripe.
 */
export function depositParams(ctx: Context, revision: Revision, price: PricedRental): IntentParams {
  return {
    ...revisedParams(ctx, revision, price),
    currency: 'usd',
    // This API version refuses the older payment_method_types.
    allowed_payment_method_types: ['card'],
    setup_future_usage: 'off_session',
    // Card networks require how a saved card will be used: once, for an amount that depends on the weight.
    payment_method_options: { card: { setup_credential_usage: 'unscheduled' } },
  };
}

/** Metadata of a deposit's intent: ids, size, rental type and delivery date, never an address or notes. */
function depositMetadata(ctx: Context, revision: Revision) {
  return {
    ...systemMetadata(ctx),
    kind: 'deposit',
    checkout_id: revision.checkoutId,
    revision: String(revision.revision),
    rental_type: revision.rentalType,
    dumpster_type: revision.dumpsterType,
    delivery_date: revision.deliveryDate,
    ...(revision.quantity > 1 && { quantity: String(revision.quantity) }),
  };
}

/** The revision that an intent was last updated to; null when its metadata has none. */
export function parseRevision(intent: Intent): number | null {
  const text = intent.metadata.revision ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}
