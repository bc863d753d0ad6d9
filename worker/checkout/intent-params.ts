import { isPaidInFull } from '#domain/catalog/quote.ts';
import { stripePhone } from '#domain/shared/phone-numbers.ts';
import type { Context } from '#worker/base/context.ts';
import type { CustomerParams, Intent, IntentChanges, IntentParams } from '#worker/base/platform/stripe.ts';
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

/** A deposit is paid by card only. The card is saved for the remaining balance. */
export function depositParams(
  ctx: Context,
  { revision, price, customerId }: { revision: Revision; price: PricedRental; customerId: string },
): IntentParams {
  return {
    ...revisedParams(ctx, revision, price),
    currency: 'usd',
    customer: customerId,
    // This API version refuses the older payment_method_types.
    allowed_payment_method_types: ['card'],
    setup_future_usage: 'off_session',
    // Card networks require how a saved card will be used: once, for an amount that depends on the weight.
    payment_method_options: { card: { setup_credential_usage: 'unscheduled' } },
  };
}

/**
 * Creates one customer per checkout. The e-mail address is not verified, so it must not select another person's
 * customer.
 */
export function customerParams(ctx: Context, revision: Revision): CustomerParams {
  const { app, env, checkout_id } = depositMetadata(ctx, revision);
  const phone = stripePhone(revision.phone);
  return {
    name: `${revision.firstName} ${revision.lastName}`,
    email: revision.email,
    ...(phone !== null && { phone }),
    metadata: { app, env, checkout_id },
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
