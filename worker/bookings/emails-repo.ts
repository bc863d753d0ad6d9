import { eq, sql } from 'drizzle-orm';
import { type BookingStatus, STATUS_EMAIL_DELAY_SECONDS } from '#domain/rental/bookings.ts';
import type { Context } from '#worker/base/context.ts';
import type { Db } from '#worker/base/db/client.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';

/** The kind of the e-mail about each status. */
const EMAIL_KINDS = { confirmed: 'booking-confirmed', cancelled: 'booking-cancelled' } as const;
type EmailedStatus = keyof typeof EMAIL_KINDS;

export function isStatusEmailed(status: BookingStatus): status is EmailedStatus {
  return status in EMAIL_KINDS;
}

/**
 * For the batch of a change of status: deletes the booking's unsent e-mail that it is confirmed, and stores the one about
 * the new status. 'confirmed' is sent once until the booking is cancelled. An e-mail about a cancellation is never
 * deleted: a booking that is reopened at once was cancelled all the same, with its refund. `emailId`: of the new outbox
 * row; null for no e-mail.
 */
export function replaceStatusEmail(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, version }: { id: number; version: number },
  { emailId, status }: { emailId: string | null; status: BookingStatus },
) {
  const createdAt = now();
  const dropped = deleteUnsent(db, `${EMAIL_KINDS.confirmed}:${id}`);
  if (emailId === null || !isStatusEmailed(status)) return [dropped];
  const row = {
    id: emailId,
    kind: EMAIL_KINDS[status],
    bookingId: id,
    // The new version: each change has its own e-mail.
    subject: String(version + 1),
    createdAt,
    dueAt: createdAt + STATUS_EMAIL_DELAY_SECONDS * 1000,
  };
  const isFirst = status === 'confirmed' ? sql`confirmed_email_at IS NULL` : undefined;
  return [dropped, insertBookingNotification(db, row, isFirst)];
}

/**
 * For the batch of a new final price: deletes the unsent e-mail about an earlier one, and stores that about this one.
 * `emailId`: null for no e-mail.
 */
export function replaceFinalPriceEmail(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, version }: { id: number; version: number },
  emailId: string | null,
) {
  const dropped = deleteUnsent(db, `final-price:${id}`);
  if (emailId === null) return [dropped];
  const createdAt = now();
  const row = {
    id: emailId,
    kind: 'final-price' as const,
    bookingId: id,
    subject: String(version + 1),
    createdAt,
    dueAt: createdAt + STATUS_EMAIL_DELAY_SECONDS * 1000,
  };
  return [dropped, insertBookingNotification(db, row)];
}

/** A dead row stays, because its dead letter names it. Its handler checks the status again when staff retry it. */
function deleteUnsent(db: Db, dedupeKey: string) {
  return db.run(sql`
    DELETE FROM outbox
    WHERE dedupe_key > ${`${dedupeKey}:`} AND dedupe_key < ${`${dedupeKey};`} AND done_at IS NULL AND dead_at IS NULL`);
}

/** Whether the e-mail that the booking is confirmed is still unsent. */
export function hasUnsentConfirmedEmail(db: Db, bookingId: number): Promise<boolean> {
  return hasUnsentEmail(db, `${EMAIL_KINDS.confirmed}:${bookingId}`);
}

/** Whether an e-mail that the booking is cancelled is still unsent. */
export function hasUnsentCancelledEmail(db: Db, bookingId: number): Promise<boolean> {
  return hasUnsentEmail(db, `${EMAIL_KINDS.cancelled}:${bookingId}`);
}

async function hasUnsentEmail(db: Db, dedupeKey: string): Promise<boolean> {
  const [row] = await db.all(sql`
    SELECT 1 FROM outbox
    WHERE dedupe_key > ${`${dedupeKey}:`} AND dedupe_key < ${`${dedupeKey};`} AND done_at IS NULL AND dead_at IS NULL LIMIT 1`);
  return row !== undefined;
}

/**
 * The SEQUENCE of a booking's next calendar file: higher than that of every file before, also of those that had the
 * version of the booking. Take it before the booking is read, so that the file with the highest one has the latest days.
 */
export async function takeCalendarSequence(db: Db, bookingId: number): Promise<number> {
  const [row] = await db
    .update(bookings)
    .set({ calendarSequence: sql`max(calendar_sequence + 1, version)` })
    .where(eq(bookings.id, bookingId))
    .returning({ sequence: bookings.calendarSequence });
  return row?.sequence ?? 0;
}

/** When the customer was e-mailed that the booking is confirmed; null before. */
export async function findConfirmedEmailAt(db: Db, bookingId: number): Promise<number | null> {
  const [row] = await db
    .select({ at: bookings.confirmedEmailAt })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  return row?.at ?? null;
}

export async function storeConfirmedEmail(db: Db, bookingId: number, nowMs: number) {
  await db.run(sql`UPDATE bookings SET confirmed_email_at = ${nowMs} WHERE id = ${bookingId}`);
}
