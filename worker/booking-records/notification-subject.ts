import type { Context } from '#worker/context.ts';
import { type BookingRecord, findRecord } from './repo.ts';

/** A notice about a booking, as whoever performs it is told. */
export type BookingNotice = {
  noticeId: string;
  bookingId: number;
  /** What of the booking: an intent, a refund, a pay link, a day. Null where there is only one. */
  about: string | null;
};

/** The booking that a notice is about, as it is now. */
export async function noticedBooking(
  ctx: Context,
  { noticeId, bookingId }: BookingNotice,
): Promise<BookingRecord> {
  const booking = await findRecord(ctx.db, bookingId);
  if (!booking) throw new Error(`Notice ${noticeId} is about no booking`);
  return booking;
}

/** What of the booking it is about, of a kind that always says it. */
export function subjectOf({ noticeId, about }: BookingNotice): string {
  if (about === null) throw new Error(`Notice ${noticeId} does not say what it is about`);
  return about;
}
