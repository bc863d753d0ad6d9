import type { Context } from '#worker/context.ts';
import { type BookingRecord, findRecord } from './repo.ts';

/** An outbox row about a booking, as its e-mail needs it. */
export type BookingNotification = {
  outboxId: string;
  bookingId: number;
  /** The part of the booking: the id of an intent, a refund or a pay link, or a day. Null where there is only one. */
  subject: string | null;
};

/** The booking as it is now. */
export async function getNotifiedBooking(
  ctx: Context,
  { outboxId, bookingId }: BookingNotification,
): Promise<BookingRecord> {
  const booking = await findRecord(ctx.db, bookingId);
  if (!booking) throw new Error(`Outbox row ${outboxId} names booking ${bookingId}, which does not exist`);
  return booking;
}

/** The subject of a kind that always has one. */
export function getNotificationSubject({ outboxId, subject }: BookingNotification): string {
  if (subject === null) throw new Error(`Outbox row ${outboxId} has no subject`);
  return subject;
}
