import { stripePhone } from '#domain/shared/phone-numbers.ts';
import type { Context } from '#worker/base/context.ts';
import { isMissing } from '#worker/base/platform/stripe.ts';
import { findCustomerId, removeCustomer } from '#worker/money/operations/repo.ts';
import {
  type BookingNotification,
  getNotifiedBooking,
  type NotifiedBooking,
} from '#worker/rental/notification-subject.ts';

const MAX_UPDATES = 3;
const STRIPE_FIELDS: readonly string[] = ['firstName', 'lastName', 'email', 'phone'];

/** Whether Stripe's customer has this field of a booking. */
export function isAtStripe(field: string): boolean {
  return STRIPE_FIELDS.includes(field);
}

/**
 * Sends the current name, e-mail address and phone number to Stripe. Two changes can be sent in the wrong order, so the
 * booking is read again afterwards.
 */
export async function updateStripeCustomer(ctx: Context, notification: BookingNotification) {
  const customerId = await findCustomerId(ctx.db, notification.bookingId);
  if (customerId === null) return;
  let booking = await getNotifiedBooking(ctx, notification);
  for (let updates = 1; updates <= MAX_UPDATES; updates += 1) {
    const contact = contactOf(booking);
    try {
      const key = `booking:cus:${notification.outboxId}:${booking.version}`;
      await ctx.stripe.updateCustomer(customerId, contact, key);
    } catch (error) {
      if (!isMissing(error)) throw error;
      return removeCustomer(ctx.db, notification.bookingId, customerId);
    }
    booking = await getNotifiedBooking(ctx, notification);
    if (JSON.stringify(contactOf(booking)) === JSON.stringify(contact)) return;
  }
  throw new Error(`Booking ${booking.id} changed during ${MAX_UPDATES} updates of its customer at Stripe`);
}

/** An empty text removes what Stripe has. */
function contactOf({ firstName, lastName, email, phone }: NotifiedBooking) {
  return { name: `${firstName} ${lastName}`, email: email ?? '', phone: stripePhone(phone) ?? '' };
}
