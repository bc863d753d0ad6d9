import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import { type CustomerContact, customerParams } from '#worker/money/ledger/customer-params.ts';
import { callStripe } from '#worker/money/ledger/stripe-call.ts';
import { systemMetadata } from '#worker/money/ledger/stripe-metadata.ts';

/** The first payment of a booking that staff make. */
export type DepositPayment = {
  customer: CustomerContact;
  /** The customer that the booking has at Stripe; absent or null: a new one is created. */
  customerId?: string | null;
  /** Absent: the booking does not exist yet. */
  bookingId?: number;
  /** Cents. */
  amount: number;
  /** The payment is the whole price, so it is no deposit. */
  isInFull: boolean;
  rental: {
    rentalTitle: string;
    sizeName: string;
    rentalType: string;
    dumpsterType: string;
    deliveryDate: string;
  };
};

/** At Stripe, with the id of the payment link that the intent is for. */
export type DepositIntent = { linkId: string; customerId: string; intentId: string };

/**
 * Creates the intent of a deposit, and its customer at Stripe. It cannot be paid before its payment link exists. The
 * card is saved for the remaining balance. Throws invalid with the refused fields, else provider_unavailable.
 */
export async function createDepositIntent(ctx: Context, payment: DepositPayment): Promise<DepositIntent> {
  const linkId = ctx.newId();
  const customerId = payment.customerId ?? (await createCustomer(ctx, payment.customer, linkId));
  const params = { ...depositIntentParams(ctx, payment), customer: customerId };
  const intent = await callStripe(ctx, () => ctx.stripe.createIntent(params, `link:${linkId}`));
  return { linkId, customerId, intentId: intent.id };
}

async function createCustomer(ctx: Context, customer: CustomerContact, linkId: string): Promise<string> {
  const params = customerParams(ctx, customer);
  const created = await callStripe(ctx, () => ctx.stripe.createCustomer(params, `link:${linkId}:cus`));
  return created.id;
}

function depositIntentParams(
  ctx: Context,
  { customer: { email }, amount, isInFull, rental, bookingId }: DepositPayment,
) {
  const { rentalTitle, sizeName, rentalType, dumpsterType, deliveryDate } = rental;
  const paid = isInFull ? rentalTitle : `${rentalTitle} deposit`;
  return {
    amount,
    currency: 'usd',
    allowed_payment_method_types: ['card' as const],
    setup_future_usage: 'off_session' as const,
    // Card networks require how a saved card will be used: once, for an amount that depends on the weight.
    payment_method_options: { card: { setup_credential_usage: 'unscheduled' as const } },
    ...(email !== null && { receipt_email: email }),
    description: `${paid}, ${sizeName}, delivery ${deliveryDate}`,
    statement_descriptor_suffix: isInFull ? 'RENTAL' : 'DEPOSIT',
    metadata: {
      ...systemMetadata(ctx),
      kind: 'deposit',
      ...(bookingId !== undefined && { booking_id: String(bookingId) }),
      rental_type: rentalType,
      dumpster_type: dumpsterType,
      delivery_date: deliveryDate,
    },
  };
}

/**
 * Writes the number of the booking into the metadata of its intent. Without it the intent is still applied to the
 * booking of its payment link, so a failure is only logged.
 */
export async function nameBookingOfIntent(
  ctx: Context,
  { intentId, linkId }: DepositIntent,
  bookingId: number,
) {
  const metadata = { booking_id: String(bookingId) };
  await tolerate(ctx, intentId, () =>
    ctx.stripe.updateIntent(intentId, { metadata }, `link:${linkId}:booking:${bookingId}`),
  );
}

/** Cancels an intent whose booking was not made. It cannot be paid in any case: its secret was given to no one. */
export async function dropDepositIntent(ctx: Context, { intentId }: DepositIntent) {
  await tolerate(ctx, intentId, () => ctx.stripe.cancelIntent(intentId));
}

async function tolerate(ctx: Context, intentId: string, call: () => Promise<unknown>) {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn('deposit_intent_not_updated', { intentId, ...describeError(error) });
  }
}
