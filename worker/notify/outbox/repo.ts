import { and, asc, eq, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import {
  type ACCOUNT_NOTIFICATION_KINDS,
  BOOKING_TASK_KINDS,
  type BUSINESS_NOTIFICATION_KINDS,
  CATALOG_TASK_KINDS,
  CUSTOMER_NOTIFICATION_KINDS,
  DEAD_MESSAGE_KINDS,
  outbox,
  PAYMENT_NOTIFICATION_KINDS,
  TEXT_NOTIFICATION_KINDS,
} from '#worker/base/db/schema/outbox.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type AccountNotificationInput = {
  id: string;
  kind: (typeof ACCOUNT_NOTIFICATION_KINDS)[number];
  userId: number;
  createdAt: number;
} & Partial<Pick<OutboxRow, 'exceptSessionId' | 'recipient' | 'version'>>;
export type BookingNotificationInput = {
  id: string;
  kind: (
    | typeof CUSTOMER_NOTIFICATION_KINDS
    | typeof TEXT_NOTIFICATION_KINDS
    | typeof BUSINESS_NOTIFICATION_KINDS
    | typeof BOOKING_TASK_KINDS
  )[number];
  /** The id, or an expression that finds it inside a statement of the same batch. */
  bookingId: number | SQL;
  /** The part of the booking, if the kind can have several: an intent, a payment link, a day. */
  subject?: string;
  /** Makes the dedupe key unique if the same notification is deliberately sent again. */
  repeatId?: string;
  createdAt: number;
  /** The row is not processed before this instant. */
  dueAt?: number;
};

/**
 * For a batch: stores a notification for the active account with an e-mail address, while `isAllowed` holds and the
 * account got none of the kind in the last `quietMs` and fewer than `perHour` in the last hour.
 */
export function insertRateLimitedNotification(
  db: Db,
  {
    id,
    kind,
    email,
    createdAt,
  }: Pick<AccountNotificationInput, 'id' | 'kind' | 'createdAt'> & { email: string },
  { quietMs, perHour, isAllowed }: { quietMs: number; perHour: number; isAllowed: SQL },
) {
  const since = (ms: number) =>
    sql`(SELECT count(*) FROM outbox WHERE user_id = users.id AND kind = ${kind} AND created_at > ${createdAt - ms})`;
  return db.run(sql`
    INSERT INTO outbox (id, kind, user_id, created_at)
    SELECT ${id}, ${kind}, users.id, ${createdAt} FROM users
    WHERE lower(email) = lower(${email}) AND is_active = 1 AND ${isAllowed}
      AND ${since(quietMs)} = 0 AND ${since(60 * 60_000)} < ${perHour}
    RETURNING id`);
}

/** For the batch of the change to the account. */
export function insertAccountNotification(db: Db, notification: AccountNotificationInput) {
  return db.insert(outbox).values(notification);
}

/**
 * For the batch of the change to the booking: once per booking, kind and subject. Stores no e-mail to a customer without an
 * address. `of`: which rows of bookings get it.
 */
export function insertBookingNotification(
  db: Db,
  { isWanted = true, ...notification }: BookingNotificationInput & { isWanted?: boolean },
  of: SQL = sql`1`,
) {
  const { id, kind, bookingId, subject = null, repeatId, createdAt, dueAt = null } = notification;
  const suffix = [subject, repeatId].map((part) => (part ? `:${part}` : '')).join('');
  return db.run(sql`
    INSERT INTO outbox (id, kind, booking_id, subject, dedupe_key, created_at, due_at)
    SELECT ${id}, ${kind}, id, ${subject}, ${`${kind}:`} || id || ${suffix}, ${createdAt}, ${dueAt} FROM bookings
    WHERE id = ${bookingId} AND ${isWanted ? 1 : 0} AND ${hasRecipient(kind, sql`email`)} AND ${of}
    ON CONFLICT (dedupe_key) DO NOTHING`);
}

/** Which bookings get a message about a visit. */
export const IS_NOT_CANCELLED = sql`status <> 'cancelled'`;

/** For a batch: deletes a notification that is neither sent nor dead. */
export function deleteUnsentNotification(db: Db, dedupeKey: string) {
  return db.run(
    sql`DELETE FROM outbox WHERE dedupe_key = ${dedupeKey} AND done_at IS NULL AND dead_at IS NULL`,
  );
}

/**
 * For the batch of a change to what the public page shows: its version in KV is written again.
 * `subject` names the change: '7' for a rate card.
 */
export function insertCatalogTask(
  db: Db,
  { id, subject, createdAt }: { id: string; subject: string; createdAt: number },
) {
  const [kind] = CATALOG_TASK_KINDS;
  return db.run(sql`
    INSERT INTO outbox (id, kind, subject, dedupe_key, created_at)
    VALUES (${id}, ${kind}, ${subject}, ${`${kind}:${id}`}, ${createdAt})`);
}

/**
 * For the batch of a change to a booking at `version`: its customer at Stripe is updated afterwards, if there is one.
 */
export function insertCustomerTask(
  db: Db,
  task: { id: string; bookingId: number; version: number; createdAt: number },
) {
  const { version, ...row } = task;
  const [kind] = BOOKING_TASK_KINDS;
  return insertBookingNotification(
    db,
    { ...row, kind, subject: String(version + 1) },
    sql`stripe_customer_id IS NOT NULL`,
  );
}

const TO_CUSTOMER: readonly OutboxRow['kind'][] = CUSTOMER_NOTIFICATION_KINDS;
const BY_TEXT: readonly OutboxRow['kind'][] = TEXT_NOTIFICATION_KINDS;

/** The customer agreed once. Whether the consent still holds is checked when the text is sent. */
const HAS_TEXT_CONSENT = sql`EXISTS (SELECT 1 FROM text_consents WHERE booking_id = bookings.id AND is_given = 1)`;

/**
 * True in a statement if an e-mail of the kind has an address, and a text the customer's consent. `email`: the booking's
 * column; for a text, the statement reads bookings.
 */
export function hasRecipient(kind: OutboxRow['kind'], email: SQL): SQL {
  // A business without a stored profile has the default.
  if (kind === 'new-booking') return sql`coalesce((SELECT email_new_bookings FROM business_profile), 1)`;
  if (BY_TEXT.includes(kind)) return HAS_TEXT_CONSENT;
  return TO_CUSTOMER.includes(kind) ? sql`${email} IS NOT NULL` : sql`1`;
}

/** Whether a row with the dedupe key is stored, sent or not. */
export async function isNotificationStored(db: Db, dedupeKey: string): Promise<boolean> {
  const rows = await db.select({ id: outbox.id }).from(outbox).where(eq(outbox.dedupeKey, dedupeKey));
  return rows.length > 0;
}

export async function findOutboxRow(db: Db, id: string): Promise<OutboxRow | null> {
  const rows = await db.select().from(outbox).where(eq(outbox.id, id));
  return rows[0] ?? null;
}

const IS_PENDING = and(isNull(outbox.doneAt), isNull(outbox.deadAt), isNull(outbox.heldAt));

/** A row that is neither done nor dead nor held. */
export async function findPendingRow(db: Db, id: string): Promise<OutboxRow | null> {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), IS_PENDING));
  return rows[0] ?? null;
}

/**
 * Pending rows that are due. Rows without an attempt: created at `untried` or earlier. Rows with attempts: created at
 * `tried` or earlier. Rows that staff retried: retried at `tried` or earlier. Rows with the fewest attempts come first.
 */
export function listPendingRows(
  db: Db,
  { untried, tried, limit }: { untried: number; tried: number; limit: number },
): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(
      and(
        IS_PENDING,
        lte(outbox.createdAt, untried),
        or(isNull(outbox.dueAt), lte(outbox.dueAt, untried)),
        or(eq(outbox.attempts, 0), lte(outbox.createdAt, tried)),
        or(isNull(outbox.replayedAt), lte(outbox.replayedAt, tried)),
      ),
    )
    .orderBy(asc(outbox.attempts), asc(outbox.createdAt))
    .limit(limit);
}

/** Work that a restore must not stop: sessions to end, the catalog of the public page, failed queue messages, and alerts about lost bookings. */
const NEVER_HELD = [
  'end-sessions',
  ...PAYMENT_NOTIFICATION_KINDS,
  ...CATALOG_TASK_KINDS,
  ...BOOKING_TASK_KINDS,
  ...DEAD_MESSAGE_KINDS,
] as const;

/** Holds all pending e-mails until staff release them. Returns their number. */
export async function holdPendingRows(db: Db, nowMs: number): Promise<number> {
  const { meta } = await db
    .update(outbox)
    .set({ heldAt: nowMs })
    .where(and(IS_PENDING, notInArray(outbox.kind, [...NEVER_HELD])));
  return meta.changes;
}

/** Releases a held row, or all of them; the cron then processes them. Returns their number. */
export async function releaseHeldRows(db: Db, { id }: { id?: string }): Promise<number> {
  const isNamed = id === undefined ? undefined : eq(outbox.id, id);
  const { meta } = await db
    .update(outbox)
    .set({ heldAt: null })
    .where(and(isNotNull(outbox.heldAt), isNull(outbox.doneAt), isNamed));
  return meta.changes;
}

/** `messageId`: the id of the provider; null when nothing was sent. `dropReason`: why nothing was sent. */
export type RowOutcome = {
  sentTo: string | null;
  isWithheld: boolean;
  messageId: string | null;
  dropReason: string | null;
  nowMs: number;
};

/**
 * Marks a row done. `sentTo`: the address of the sent e-mail, for the booking's history; null when none was sent.
 * `isWithheld`: staging did not send the e-mail.
 */
export async function markDone(
  db: Db,
  { id, kind, bookingId }: Pick<OutboxRow, 'id' | 'kind' | 'bookingId'>,
  { sentTo, isWithheld, messageId, dropReason, nowMs }: RowOutcome,
) {
  const done = db
    .update(outbox)
    .set({
      doneAt: nowMs,
      deadAt: null,
      attempts: sql`attempts + 1`,
      error: null,
      isWithheld,
      messageId,
      dropReason,
    })
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
  });
  const guards = { unsent: sql`EXISTS (SELECT 1 FROM outbox WHERE id = ${id} AND done_at IS NULL)` };
  await unlessGuarded(['unsent'], commit({ db }, { guards, writes: { event, done } }));
}

/** Postpones a row. It counts as an attempt; the cron takes it when it is due. */
export async function storeDueAt(db: Db, id: string, dueAt: number) {
  await db
    .update(outbox)
    .set({ dueAt, attempts: sql`attempts + 1`, error: null })
    .where(and(eq(outbox.id, id), isNull(outbox.doneAt)));
}

/** E-mails whose request has its own history entry. */
const RECORDED_BY_STAFF: readonly OutboxRow['kind'][] = ['pay-link', 'booking-reminder'];

export async function storeAttemptError(db: Db, id: string, error: string) {
  await db
    .update(outbox)
    .set({ attempts: sql`attempts + 1`, error })
    .where(and(eq(outbox.id, id), isNull(outbox.doneAt)));
}
