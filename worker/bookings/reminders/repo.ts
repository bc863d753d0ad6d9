import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import { addDays, DAY_MS, type Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { outbox } from '#worker/base/db/schema/outbox.ts';
import { hasRecipient } from '#worker/notify/outbox/repo.ts';
import { overdueIds } from '#worker/rental/overdue-repo.ts';

const b = alias(bookings, 'b');

/** Staff get the same reminder daily in the first week, then once in this many days. */
const WEEK = 7;
/** Staff get no reminders when the delivery was more than this many days ago. */
const GIVEN_UP_DAYS = 90;
const LINK_WAITS_DAYS = 2;

/** Bookings that are not over by their last day. INDEXED BY: SQLite would read all of their statuses. */
const LIVE_BY_END = sql`bookings b INDEXED BY bookings_live_end`;

export type Moment = { today: Day; nowMs: number };
export type ReminderKind = keyof typeof DUE;

/**
 * The condition of each kind: the bookings `b`, the `subject` of the notification, and in `since` the first day on
 * which an earlier one for the same booking prevents it. Each follows an index of the bookings, or of the open links.
 */
const DUE = {
  'delivery-reminder': ({ today }: Moment) => ({
    from: sql`bookings b`,
    where: sql`${has('pending', 'confirmed')} AND b.delivery_date = ${addDays(today, 1)}`,
    subject: sql`${today}`,
  }),
  // The e-mail about the delivery of a one-day rental also mentions its end.
  'return-reminder': ({ today }: Moment) => ({
    from: LIVE_BY_END,
    where: sql`${has('pending', 'confirmed', 'in_transit')} AND b.end_date = ${addDays(today, 1)}
      AND b.end_date > b.delivery_date`,
    subject: sql`${today}`,
  }),
  'pay-link-reminder': ({ nowMs }: Moment) => ({
    from: sql`pay_links l JOIN bookings b ON b.id = l.booking_id`,
    where: sql`l.state = 'open' AND l.created_at <= ${nowMs - LINK_WAITS_DAYS * DAY_MS} AND l.expires_at > ${nowMs}`,
    subject: sql`l.id`,
  }),
  'still-pending': ({ today, nowMs }: Moment) => ({
    from: sql`bookings b`,
    where: sql`${has('pending')} AND b.delivery_date >= ${addDays(today, -GIVEN_UP_DAYS)}
      AND b.created_at <= ${nowMs - DAY_MS}`,
    subject: sql`${today}`,
    since: rarer(today, sql`b.created_at < ${nowMs - (WEEK + 1) * DAY_MS}`),
  }),
  // One e-mail a day names all of them.
  'rental-overdue': ({ today }: Moment) => ({
    from: sql`bookings b`,
    where: isOverdue(today),
    subject: sql`${today}`,
    isDigest: true,
  }),
} satisfies Record<string, (moment: Moment) => Due>;

type Due = { from: SQL; where: SQL; subject: SQL; since?: SQL; isDigest?: boolean };

export const REMINDER_KINDS = Object.keys(DUE) as ReminderKind[];

/**
 * Stores at most `limit` notifications that are due and not stored yet; the next run stores the rest. Each is stored
 * once per booking, kind and day (a payment link: once; a digest: once a day), by the unique dedupe key. Returns their ids.
 */
export async function insertReminders(
  db: Db,
  kind: ReminderKind,
  { limit, ...moment }: Moment & { limit: number },
): Promise<string[]> {
  const { from, where, subject, since = subject, isDigest = false }: Due = DUE[kind](moment);
  const dedupeKey = (what: SQL) =>
    isDigest ? sql`${`${kind}:`} || ${what}` : sql`${`${kind}:`} || b.id || ':' || ${what}`;
  const rows = await readRows(
    db,
    { id: outbox.id },
    (columns) => sql`
      INSERT INTO outbox (id, kind, booking_id, subject, dedupe_key, created_at)
      SELECT ${NEW_ID}, ${kind}, ${isDigest ? sql`NULL` : sql`b.id`}, ${subject}, ${dedupeKey(subject)}, ${moment.nowMs}
      FROM ${from}
      WHERE ${where} AND ${hasRecipient(kind, sql`b.email`)} AND NOT EXISTS (
        SELECT 1 FROM outbox WHERE dedupe_key BETWEEN ${dedupeKey(since)} AND ${dedupeKey(subject)})
      LIMIT ${isDigest ? 1 : limit}
      ON CONFLICT (dedupe_key) DO NOTHING
      RETURNING ${columns}`,
  );
  return rows.map(({ id }) => id);
}

/** A random UUID for each row. */
const NEW_ID = sql.raw(
  "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))",
);

function has(...statuses: BookingStatus[]): SQL {
  return sql.raw(`b.status IN (${statuses.map((status) => `'${status}'`).join(', ')})`);
}

const isOverdue = (today: Day) => sql`b.id IN (${overdueIds(today)})`;

const OVERDUE_RENTAL = {
  id: b.id,
  firstName: b.firstName,
  lastName: b.lastName,
  phone: b.phone,
  address: b.address,
  city: b.city,
  agreedPickupDay: b.agreedPickupDay,
};
export type OverdueRental = SelectedRow<typeof OVERDUE_RENTAL>;

/** The bookings of the list 'Overdue', the longest first. */
export function listOverdueRentals(
  db: Db,
  { today, limit }: { today: Day; limit: number },
): Promise<OverdueRental[]> {
  return readRows(
    db,
    OVERDUE_RENTAL,
    (columns) =>
      sql`SELECT ${columns} FROM bookings b WHERE ${isOverdue(today)} ORDER BY b.agreed_pickup_day, b.id LIMIT ${limit}`,
  );
}

/** The first day on which an earlier reminder prevents another: daily reminders, weekly after the first week. */
function rarer(today: Day, isOld: SQL): SQL {
  return sql`CASE WHEN ${isOld} THEN ${addDays(today, 1 - WEEK)} ELSE ${today} END`;
}

/** Whether staff have sent a reminder of a booking on a day. */
export async function isReminded(db: Db, bookingId: number, day: Day): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 WHERE ${reminded(bookingId, day)}`);
  return rows.length > 0;
}

/** True in a statement if staff may send a reminder of a booking. */
export function isRemindable(bookingId: number, day: Day): SQL {
  return sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${bookingId} AND status = 'pending') AND NOT ${reminded(bookingId, day)}`;
}

function reminded(bookingId: number, day: Day): SQL {
  return sql`EXISTS (SELECT 1 FROM outbox WHERE dedupe_key = ${`booking-reminder:${bookingId}:${day}`})`;
}
