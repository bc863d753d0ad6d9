import { and, asc, eq, gt, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import {
  type ACCOUNT_NOTIFICATION_KINDS,
  type BOOKING_NOTIFICATION_KINDS,
  deadLetters,
  outbox,
} from '#worker/db/schema/outbox.ts';
import { insertBookingEvent } from '#worker/history/events-repo.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type AccountNotificationInput = {
  id: string;
  kind: (typeof ACCOUNT_NOTIFICATION_KINDS)[number];
  userId: number;
  createdAt: number;
} & Partial<Pick<OutboxRow, 'exceptSessionId' | 'recipient' | 'version'>>;
export type BookingNotificationInput = {
  id: string;
  kind: (typeof BOOKING_NOTIFICATION_KINDS)[number];
  /** The number, or where a statement of the same batch finds it. */
  bookingId: number | SQL;
  /** What of the booking, where there may be several: an intent, a pay link, a day. */
  about?: string;
  /** Which time, where the same is told again on purpose. */
  occasion?: string;
  createdAt: number;
  /** Not to be processed before this moment. */
  dueAt?: number;
};

/**
 * For a batch: stores a notification for the active account of an e-mail address, while `condition` holds and unless the
 * account was sent as many of the kind as it may be: none in the last `quietMs`, fewer than `perHour` in the last hour.
 */
export function insertRateLimitedNotification(
  db: Db,
  {
    id,
    kind,
    email,
    createdAt,
  }: Pick<AccountNotificationInput, 'id' | 'kind' | 'createdAt'> & { email: string },
  { quietMs, perHour, condition }: { quietMs: number; perHour: number; condition: SQL },
) {
  const since = (ms: number) =>
    sql`(SELECT count(*) FROM outbox WHERE user_id = users.id AND kind = ${kind} AND created_at > ${createdAt - ms})`;
  return db.run(sql`
    INSERT INTO outbox (id, kind, user_id, created_at)
    SELECT ${id}, ${kind}, users.id, ${createdAt} FROM users
    WHERE lower(email) = lower(${email}) AND is_active = 1 AND ${condition}
      AND ${since(quietMs)} = 0 AND ${since(60 * 60_000)} < ${perHour}
    RETURNING id`);
}

/** For the batch of the change that the notification follows from. */
export function insertAccountNotification(db: Db, notification: AccountNotificationInput) {
  return db.insert(outbox).values(notification);
}

/** For the batch of what it follows from: once per booking, kind and what it is about, while `condition` holds. */
export function insertBookingNotification(
  db: Db,
  { isWanted = true, ...notification }: BookingNotificationInput & { isWanted?: boolean },
  condition: SQL = sql`1`,
) {
  const { id, kind, bookingId, about = null, occasion, createdAt, dueAt = null } = notification;
  const suffix = [about, occasion].map((part) => (part ? `:${part}` : '')).join('');
  return db.run(sql`
    INSERT INTO outbox (id, kind, booking_id, about, cause, created_at, due_at)
    SELECT ${id}, ${kind}, id, ${about}, ${`${kind}:`} || id || ${suffix}, ${createdAt}, ${dueAt} FROM bookings
    WHERE id = ${bookingId} AND ${isWanted ? 1 : 0} AND ${condition}
    ON CONFLICT (cause) DO NOTHING`);
}

/** Whether a notification of a cause is stored, sent or not. */
export async function isNotificationStored(db: Db, cause: string): Promise<boolean> {
  const rows = await db.select({ id: outbox.id }).from(outbox).where(eq(outbox.cause, cause));
  return rows.length > 0;
}

export async function findWaiting(db: Db, id: string): Promise<OutboxRow | null> {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isNull(outbox.doneAt), isNull(outbox.deadAt)));
  return rows[0] ?? null;
}

/**
 * Neither done nor dead, and left to the queue for long enough: made by `untried` where nobody has tried yet, else made
 * (or sent again by staff) by `tried`. Never one that is due later. Those that failed least often first.
 */
export function listWaiting(
  db: Db,
  { untried, tried, limit }: { untried: number; tried: number; limit: number },
): Promise<OutboxRow[]> {
  const sentAgain = db
    .select({ id: sql`json_extract(${deadLetters.message}, '$.id')` })
    .from(deadLetters)
    .where(
      and(gt(deadLetters.replayedAt, tried), isNotNull(sql`json_extract(${deadLetters.message}, '$.id')`)),
    );
  return db
    .select()
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
        lte(outbox.createdAt, untried),
        or(isNull(outbox.dueAt), lte(outbox.dueAt, untried)),
        or(eq(outbox.attempts, 0), lte(outbox.createdAt, tried)),
        notInArray(outbox.id, sentAgain),
      ),
    )
    .orderBy(asc(outbox.attempts), asc(outbox.createdAt))
    .limit(limit);
}

/** `sentTo`: the address of the e-mail that was sent; null where none was. It goes into the booking's history. */
export async function markDone(
  db: Db,
  { id, kind, bookingId }: Pick<OutboxRow, 'id' | 'kind' | 'bookingId'>,
  { sentTo, nowMs }: { sentTo: string | null; nowMs: number },
) {
  const done = db
    .update(outbox)
    .set({ doneAt: nowMs, deadAt: null, attempts: sql`attempts + 1`, error: null })
    .where(and(eq(outbox.id, id), isNull(outbox.doneAt)));
  if (sentTo === null || bookingId === null || RECORDED_BY_STAFF.includes(kind)) {
    await done;
    return;
  }
  const event = insertBookingEvent(db, {
    bookingId,
    actor: { type: 'system' },
    action: 'email_sent',
    details: { kind, to: sentTo },
    nowMs,
    condition: sql`EXISTS (SELECT 1 FROM outbox WHERE id = ${id} AND done_at IS NULL)`,
  });
  await db.batch([event, done]);
}

/** The act that asks for these e-mails has an entry of its own. */
const RECORDED_BY_STAFF: readonly OutboxRow['kind'][] = ['pay-link', 'booking-reminder'];

export async function markFailed(db: Db, id: string, error: string) {
  await db
    .update(outbox)
    .set({ attempts: sql`attempts + 1`, error })
    .where(and(eq(outbox.id, id), isNull(outbox.doneAt)));
}
