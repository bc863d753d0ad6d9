import { type SQL, sql } from 'drizzle-orm';
import type { BookingStatus } from '#domain/bookings.ts';
import { addDays, type Day } from '#domain/days.ts';
import { RENTAL_OPTIONS } from '#domain/rental.ts';
import type { Db } from '#worker/db/client.ts';

const DAY_MS = 86_400_000;
/** Staff are reminded of the same thing every day of its first week, then once in this many days ... */
const WEEK = 7;
/** ... and no more once the delivery is so many days past: what is left then is no oversight. */
const GIVEN_UP_DAYS = 90;
const LINK_WAITS_DAYS = 2;

export type Moment = { today: Day; nowMs: number };
export type ReminderKind = keyof typeof DUE;

/**
 * What each kind is due for: bookings `b`, what the notification is `about`, and the day from which on none may have been
 * sent about the same. Each follows an index of the bookings, or of the open links.
 */
const DUE = {
  'delivery-reminder': ({ today }: Moment) => ({
    from: sql`bookings b`,
    where: sql`${has('pending', 'confirmed')} AND b.delivery_date = ${addDays(today, 1)}`,
    subject: sql`${today}`,
  }),
  // The e-mail about the delivery of a one-day rental covers its end, too.
  'return-reminder': ({ today }: Moment) => ({
    from: sql`bookings b`,
    where: sql`${has('pending', 'confirmed', 'in_transit')} AND b.delivery_date IN (${longRentalsUntil(addDays(today, 1))})
      AND ${LAST_DAY} = ${addDays(today, 1)}`,
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
  'rental-overdue': ({ today }: Moment) => ({
    from: sql`bookings b`,
    where: sql`${has('pending', 'confirmed', 'in_transit')} AND b.delivery_date >= ${addDays(today, -GIVEN_UP_DAYS)}
      AND b.delivery_date < ${today} AND ${LAST_DAY} < ${today}`,
    subject: sql`${today}`,
    since: rarer(today, sql`${LAST_DAY} < ${addDays(today, -WEEK)}`),
  }),
} satisfies Record<string, (moment: Moment) => Due>;

type Due = { from: SQL; where: SQL; subject: SQL; since?: SQL };

export const REMINDER_KINDS = Object.keys(DUE) as ReminderKind[];

/**
 * Stores the notifications that are due and not stored yet, `limit` of them: what is left is due still. Once per booking,
 * kind and day (a pay link: once), by the unique dedupe key. Their ids.
 */
export async function insertReminders(
  db: Db,
  kind: ReminderKind,
  { limit, ...moment }: Moment & { limit: number },
): Promise<string[]> {
  const { from, where, subject, since = subject }: Due = DUE[kind](moment);
  const dedupeKey = (what: SQL) => sql`${`${kind}:`} || b.id || ':' || ${what}`;
  const rows = await db.all<{ id: string }>(sql`
    INSERT INTO outbox (id, kind, booking_id, subject, dedupe_key, created_at)
    SELECT ${NEW_ID}, ${kind}, b.id, ${subject}, ${dedupeKey(subject)}, ${moment.nowMs}
    FROM ${from}
    WHERE ${where} AND NOT EXISTS (
      SELECT 1 FROM outbox WHERE dedupe_key BETWEEN ${dedupeKey(since)} AND ${dedupeKey(subject)})
    LIMIT ${limit}
    ON CONFLICT (dedupe_key) DO NOTHING
    RETURNING id`);
  return rows.map(({ id }) => id);
}

/** A random UUID for each row. */
const NEW_ID = sql.raw(
  "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))",
);

/** The last day of a rental, as in domain/rental.ts: civil days, independent of clock changes. */
const LAST_DAY = sql.raw(
  `date(b.delivery_date, CASE b.rental_type ${RENTAL_OPTIONS.map(({ id, days }) => `WHEN '${id}' THEN '+${days - 1} days'`).join(' ')} END)`,
);

/** The delivery days of rentals of several days that end on a day. */
function longRentalsUntil(day: Day): SQL {
  const days = RENTAL_OPTIONS.filter((option) => option.days > 1).map((option) =>
    addDays(day, 1 - option.days),
  );
  return sql.join(
    days.map((each) => sql`${each}`),
    sql`, `,
  );
}

function has(...statuses: BookingStatus[]): SQL {
  return sql.raw(`b.status IN (${statuses.map((status) => `'${status}'`).join(', ')})`);
}

/** Sent again daily, or weekly after the first week. */
function rarer(today: Day, isOld: SQL): SQL {
  return sql`CASE WHEN ${isOld} THEN ${addDays(today, 1 - WEEK)} ELSE ${today} END`;
}

/** Whether staff have had a reminder of a booking sent on a day. */
export async function isReminded(db: Db, bookingId: number, day: Day): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 WHERE ${reminded(bookingId, day)}`);
  return rows.length > 0;
}

/** True in a statement while staff may have a reminder of a booking sent. */
export function isRemindable(bookingId: number, day: Day): SQL {
  return sql`status = 'pending' AND NOT ${reminded(bookingId, day)}`;
}

function reminded(bookingId: number, day: Day): SQL {
  return sql`EXISTS (SELECT 1 FROM outbox WHERE dedupe_key = ${`booking-reminder:${bookingId}:${day}`})`;
}
