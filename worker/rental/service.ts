import type { Booking } from '#contract/staff-bookings.ts';
import { agreedSums } from '#domain/catalog/agreement.ts';
import { expectedTotalOf, type Quote } from '#domain/catalog/quote.ts';
import { isOverdue } from '#domain/jobs/jobs.ts';
import { computePaidDeposit, daysDue, dueLaterAmount } from '#domain/money/balance.ts';
import { type Day, dayAt, isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { staleError } from '#worker/base/history/version-conflict.ts';
import { cancellingError } from '#worker/base/http/errors.ts';
import { phoneFacts } from '#worker/base/platform/phone-numbers.ts';
import { loadLabels, type RentalLabels } from '#worker/catalog/labels.ts';
import { loadCurrentQuotes } from './current-quote.ts';
import {
  type BookingRecord,
  findCancellation,
  findCurrentUnit,
  findRecord,
  listBookingUnits,
} from './repo.ts';

/** A booking to change. `version`: the version that the caller has seen (If-Match); null accepts any version. */
export type BookingVersion = { id: number; version: number | null };

/** Throws not_found when there is no booking with this id. */
export async function getBooking(ctx: Context, id: number): Promise<BookingRecord> {
  const record = await findRecord(ctx.db, id);
  if (!record) throw new AppError('not_found', 'There is no such booking.');
  return record;
}

/**
 * The booking to change. Throws not_found, 409 busy while the booking is being cancelled, and 409 stale when it has
 * another version.
 */
export async function getBookingAt(ctx: Context, asked: BookingVersion): Promise<BookingRecord> {
  const [record, cancelling] = await Promise.all([
    getBookingVersion(ctx, asked),
    findCancellingError(ctx, asked.id),
  ]);
  if (cancelling) throw cancelling;
  return record;
}

/** The 409 error for a change of a booking while it is being cancelled, with the name of who cancels it; else null. */
export async function findCancellingError(ctx: Context, id: number): Promise<AppError | null> {
  const cancellation = await findCancellation(ctx.db, id);
  return cancellation && cancellingError(cancellation.startedBy);
}

/** As getBookingAt, also while the booking is being cancelled. */
export async function getBookingVersion(
  ctx: Context,
  { id, version }: BookingVersion,
): Promise<BookingRecord> {
  const record = await getBooking(ctx, id);
  if (version === null || version === record.version) return record;
  throw await staleError(ctx, { subject: 'booking', subjectId: id }, version);
}

/** A booking as the API returns it to staff. */
export async function toBooking(ctx: Context, record: BookingRecord): Promise<Booking> {
  const [booking] = await toBookings(ctx, [record]);
  if (!booking) throw new Error('toBookings returned no booking');
  return booking;
}

/** The bookings of a page as the API returns them to staff, with the names of their own rate cards. */
export async function toBookings(ctx: Context, records: readonly BookingRecord[]): Promise<Booking[]> {
  const [labelsOf, quoteOf] = await Promise.all([loadLabels(ctx, records), loadCurrentQuotes(ctx, records)]);
  const today = ctx.today();
  const { timeZone } = ctx.settings;
  return records.map((record) =>
    toReply(record, { labels: labelsOf(record), quote: quoteOf(record), today, timeZone }),
  );
}

type Derived = { labels: RentalLabels; quote: Quote | null; today: Day; timeZone: string };

function toReply(record: BookingRecord, { labels, quote, today, timeZone }: Derived): Booking {
  const { secondPhone } = record;
  return {
    ...record,
    ...labels,
    ...phoneFacts(record.phone),
    secondPhoneDisplay: secondPhone && phoneFacts(secondPhone).phoneDisplay,
    units: listBookingUnits(record),
    dumpsterId: findCurrentUnit(record)?.id ?? null,
    cancelledAt: isoInstant(record.cancelledAt),
    quote,
    expectedTotal: expectedTotalOf(quote),
    dueLater: dueLaterAmount(record, expectedTotalOf(quote)),
    daysDue: daysDue(record, { bookedOn: dayAt(record.createdAt, timeZone), endDate: record.endDate, today }),
    isPaidAtBooking: agreedSums(record, computePaidDeposit(record)).isInFull,
    isOnSite: record.siteStatus === 'on_site',
    isOverdue: isOverdue(record, today),
    additionalPaymentDate: isoInstant(record.additionalPaymentDate),
    refundDate: isoInstant(record.refundDate),
    confirmedEmailAt: isoInstant(record.confirmedEmailAt),
    createdAt: isoInstant(record.createdAt),
  };
}
