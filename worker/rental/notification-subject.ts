import type { Context } from '#worker/base/context.ts';
import { labelRental, type RentalLabels } from '#worker/catalog/labels.ts';
import { findPickedUpDay } from './picked-up-repo.ts';
import { type BookingRecord, findRecord } from './repo.ts';

/** An outbox row about a booking, for the handler of its e-mail. */
export type BookingNotification = {
  outboxId: string;
  bookingId: number;
  /**
   * The part of the booking: the id of an intent, refund or payment link, or a day. Null if the kind has only one per
   * booking.
   */
  subject: string | null;
};

/** A booking with the names of its own rate card, which its e-mails show. */
export type NotifiedBooking = BookingRecord & RentalLabels;

/** The current booking. */
export async function getNotifiedBooking(
  ctx: Context,
  { outboxId, bookingId }: BookingNotification,
): Promise<NotifiedBooking> {
  const booking = await findRecord(ctx.db, bookingId);
  if (!booking) throw new Error(`Outbox row ${outboxId} names booking ${bookingId}, which does not exist`);
  const labeled = await labelRental(ctx, booking);
  if (booking.siteStatus !== 'picked_up') return labeled;
  // The day of the pickup that was done, not the one that was planned.
  const pickedUpOn = await findPickedUpDay(ctx.db, { bookingId, timeZone: ctx.settings.timeZone });
  return { ...labeled, pickupDay: pickedUpOn ?? labeled.pickupDay };
}

/** The current booking, for an e-mail to its customer; null without an e-mail address. */
export async function findBookingToEmail(
  ctx: Context,
  notification: BookingNotification,
): Promise<(NotifiedBooking & { email: string }) | null> {
  const booking = await getNotifiedBooking(ctx, notification);
  return booking.email === null ? null : { ...booking, email: booking.email };
}

/** Returns the subject of a kind that always has one. */
export function getNotificationSubject({ outboxId, subject }: BookingNotification): string {
  if (subject === null) throw new Error(`Outbox row ${outboxId} has no subject`);
  return subject;
}
