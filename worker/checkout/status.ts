import { bookingContact } from '#contract/bookings.ts';
import type { getBookingStatus } from '#contract/checkout.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { isSameSecret, sha256 } from '#worker/base/platform/digest.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import { type BookingRow, findBookingByIntent, listBookingsOfOrder } from '#worker/bookings/repo.ts';
import { readBookingSummary } from '#worker/bookings/service.ts';
import { readAgreement } from '#worker/catalog/agreement.ts';
import { hasAttention } from '#worker/rental/attention-repo.ts';
import { orderNumbersOf } from './checkout-request.ts';
import { promoteCheckout } from './promote.ts';
import { findCheckoutByIntent } from './repo.ts';

type Status = ReplyOf<typeof getBookingStatus>;

/**
 * The status of a payment, for a caller with its client secret. Creates the booking of a paid checkout that has none.
 */
export async function bookingStatus(
  ctx: Context,
  asked: { paymentIntent: string; clientSecret: string; withReceipt?: true | undefined },
): Promise<Status> {
  const { status, booking } = await findPayment(ctx, asked);
  const order = booking ? await listBookingsOfOrder(ctx.db, asked.paymentIntent) : [];
  return {
    status,
    booking: booking && (await readBookingSummary(ctx, booking)),
    ...orderNumbersOf(order),
    ...(asked.withReceipt && {
      contact: booking?.email ? bookingContact.parse(booking) : null,
      hasUnit: booking && (await hasUnits(ctx, order)),
      agreement: booking && (await readAgreement(ctx, booking)),
    }),
  };
}

async function hasUnits(ctx: Context, order: readonly BookingRow[]): Promise<boolean> {
  const missing = await Promise.all(order.map(({ id }) => hasAttention(ctx.db, id, 'no_unit')));
  return !missing.includes(true);
}

async function findPayment(ctx: Context, asked: { paymentIntent: string; clientSecret: string }) {
  const checkout = await findCheckoutByIntent(ctx.db, asked.paymentIntent);
  const isOwner = await isSameSecret(checkout?.clientSecretHash ?? '', await sha256(asked.clientSecret));
  if (!checkout || !isOwner) throw new AppError('not_found', 'There is no such payment.');
  if (checkout.state === 'paid') {
    return { status: 'succeeded' as const, booking: await findBookingByIntent(ctx.db, asked.paymentIntent) };
  }
  const intent = await retrieve(ctx, asked.paymentIntent);
  if (intent.status !== 'succeeded') return { status: intent.status as Status['status'], booking: null };
  return { status: 'succeeded' as const, booking: await promoteCheckout(ctx, checkout, intent) };
}

async function retrieve(ctx: Context, intentId: string) {
  try {
    return await ctx.stripe.retrieveIntent(intentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.error('stripe_failed', { outcome: error.outcome, reason: error.message });
    throw new AppError('provider_unavailable', 'Our payment provider did not answer. Please try again.');
  }
}
