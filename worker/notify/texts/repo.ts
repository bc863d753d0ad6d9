import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import {
  TEXT_STATUS_RANKS,
  TEXT_STATUSES,
  type TextConsentSource,
  type TextStatus,
} from '#domain/shared/texts.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { dispatchSettings } from '#worker/base/db/schema/dispatch.ts';
import { outbox } from '#worker/base/db/schema/outbox.ts';
import { textConsents, textMessages, textReplies } from '#worker/base/db/schema/texts.ts';

export type TextConsentRow = typeof textConsents.$inferSelect;
export type TextConsentInput = Omit<typeof textConsents.$inferInsert, 'id'>;
export type TextMessageRow = typeof textMessages.$inferSelect;
export type TextReplyRow = typeof textReplies.$inferSelect;

/** For a batch. */
export function insertTextConsent(db: Db, consent: TextConsentInput) {
  return db.insert(textConsents).values(consent);
}

type OrderConsent = {
  phone: string;
  wording: string;
  source: TextConsentSource;
  ip?: string;
  createdBy?: number;
  createdAt: number;
};

/** For the batch that makes a booking: the consent that its customer gave with the order. */
export function insertOrderConsent(
  db: Db,
  { phone, wording, source, ip, createdBy, createdAt }: OrderConsent,
  bookingId: SQL,
) {
  return db.run(sql`
    INSERT INTO text_consents (booking_id, phone, is_given, source, wording, ip, created_at, created_by)
    VALUES (${bookingId}, ${phone}, 1, ${source}, ${wording}, ${ip ?? null}, ${createdAt}, ${createdBy ?? null})`);
}

/**
 * The row that decides whether a booking may get texts at a number: the latest of the booking, or a later withdrawal for
 * the same number with another booking. Null: no one was asked.
 */
export async function findDecidingConsent(
  db: Db,
  { bookingId, phone }: { bookingId: number; phone: string },
): Promise<TextConsentRow | null> {
  const rows = await db
    .select()
    .from(textConsents)
    .where(
      and(
        eq(textConsents.phone, phone),
        sql`(${textConsents.bookingId} = ${bookingId} OR ${textConsents.isGiven} = 0)`,
      ),
    )
    .orderBy(desc(textConsents.id))
    .limit(1);
  return rows[0] ?? null;
}

/** Whether a customer was ever asked about texts. */
export async function hasTextConsents(db: Db): Promise<boolean> {
  return (await db.all(sql`SELECT 1 FROM text_consents LIMIT 1`)).length > 0;
}

/** What customers said about texts to some numbers, in the order of time, and whether each number texted STOP. */
export function listConsentsOfPhones(db: Db, phones: readonly string[]) {
  const { bookingId, phone, isGiven, source, createdAt } = textConsents;
  return readRows(
    db,
    {
      bookingId,
      phone,
      isGiven,
      source,
      createdAt,
      isStopped: sql<boolean>`coalesce((
        SELECT keyword FROM text_replies WHERE phone = text_consents.phone AND keyword IN ('stop', 'start')
        ORDER BY received_at DESC, rowid DESC LIMIT 1), '') = 'stop'`.mapWith(Boolean),
    },
    (columns) => sql`
      SELECT ${columns} FROM text_consents
      WHERE phone IN (SELECT value FROM json_each(${JSON.stringify(phones)})) ORDER BY id`,
  );
}

/** The latest STOP or START of a number; null if it never sent one. */
export async function findLatestStopOrStart(db: Db, phone: string): Promise<TextReplyRow | null> {
  const rows = await db
    .select()
    .from(textReplies)
    .where(and(eq(textReplies.phone, phone), inArray(textReplies.keyword, ['stop', 'start'])))
    .orderBy(desc(textReplies.receivedAt), desc(sql`rowid`))
    .limit(1);
  return rows[0] ?? null;
}

/** The latest texts from a number. */
export function listTextReplies(db: Db, phone: string, limit: number): Promise<TextReplyRow[]> {
  return db
    .select()
    .from(textReplies)
    .where(eq(textReplies.phone, phone))
    .orderBy(desc(textReplies.receivedAt), desc(sql`rowid`))
    .limit(limit);
}

/** Stores a text from a customer, once for any number of calls with its id. */
export async function insertTextReply(db: Db, reply: typeof textReplies.$inferInsert) {
  await db.insert(textReplies).values(reply).onConflictDoNothing();
}

export async function findTextMessage(db: Db, outboxId: string): Promise<TextMessageRow | null> {
  const rows = await db.select().from(textMessages).where(eq(textMessages.outboxId, outboxId));
  return rows[0] ?? null;
}

/** The texts of a booking, the newest first. */
export function listTextMessages(db: Db, bookingId: number, limit: number) {
  return db
    .select({ message: textMessages, kind: outbox.kind })
    .from(textMessages)
    .innerJoin(outbox, eq(outbox.id, textMessages.outboxId))
    .where(eq(textMessages.bookingId, bookingId))
    .orderBy(desc(textMessages.createdAt))
    .limit(limit);
}

type PreparedMessage = { outboxId: string; bookingId: number; phone: string; body: string; nowMs: number };

/**
 * Stores what is about to be sent. False, and nothing is stored, for a number that never got a text, if as many as the
 * setting allows got their first one since `daySinceMs`. Texts are kept for 90 days, so after that a number is new again.
 */
export async function insertTextMessage(
  db: Db,
  { outboxId, bookingId, phone, body, nowMs }: PreparedMessage,
  daySinceMs: number,
): Promise<boolean> {
  const isNew = sql`NOT EXISTS (SELECT 1 FROM text_messages WHERE phone = ${phone})`;
  const stored = await db.all(sql`
    INSERT INTO text_messages (outbox_id, booking_id, phone, body, created_at, updated_at, is_first)
    SELECT ${outboxId}, ${bookingId}, ${phone}, ${body}, ${nowMs}, ${nowMs}, ${isNew}
    WHERE NOT ${isNew} OR (SELECT count(*) FROM text_messages WHERE is_first = 1 AND created_at >= ${daySinceMs})
      < (SELECT new_text_numbers FROM dispatch_settings)
    RETURNING 1`);
  return stored.length > 0;
}

/** Stores the e-mail about a day on which no further numbers get texts, once. */
export async function insertTextsLimitedAlert(
  db: Db,
  { id, day, createdAt }: { id: string; day: string; createdAt: number },
): Promise<boolean> {
  const stored = await db.all(sql`
    INSERT INTO outbox (id, kind, subject, dedupe_key, created_at)
    VALUES (${id}, 'texts-limited', ${day}, ${`texts-limited:${day}`}, ${createdAt})
    ON CONFLICT (dedupe_key) DO NOTHING RETURNING 1`);
  return stored.length > 0;
}

/** How many numbers may get their first text on one day. */
export async function readTextLimit(db: Db): Promise<{ newTextNumbers: number }> {
  const [row] = await db.select({ newTextNumbers: dispatchSettings.newTextNumbers }).from(dispatchSettings);
  if (!row) throw new Error('The row of dispatch_settings is missing: run the migrations');
  return row;
}

/** Before another attempt, so that the attempt after it knows when this one began. */
export async function touchTextMessage(db: Db, outboxId: string, nowMs: number) {
  await db.update(textMessages).set({ updatedAt: nowMs }).where(eq(textMessages.outboxId, outboxId));
}

/** Of some ids of the provider, those that a stored text has. */
export async function listKnownProviderIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: textMessages.providerId })
    .from(textMessages)
    .where(inArray(textMessages.providerId, [...ids]));
  return rows.flatMap(({ id }) => id ?? []);
}

export type TextReport = {
  /** The text is found by its outbox row, or by the provider's id. */
  outboxId: string | null;
  providerId: string;
  status: TextStatus;
  errorCode: string | null;
  nowMs: number;
};

/**
 * Stores what the provider says about a text. Reports come in any order and repeatedly: one with a lower rank changes
 * nothing. Returns whether the text is known.
 */
export async function applyTextReport(db: Db, report: TextReport): Promise<boolean> {
  const { outboxId, providerId, status, errorCode, nowMs } = report;
  const isText =
    outboxId === null
      ? eq(textMessages.providerId, providerId)
      : and(
          eq(textMessages.outboxId, outboxId),
          sql`(${textMessages.providerId} IS NULL OR ${textMessages.providerId} = ${providerId})`,
        );
  const updated = await db
    .update(textMessages)
    .set({ providerId, status, errorCode, updatedAt: nowMs })
    .where(and(isText, sql`${rankOf(textMessages.status)} < ${TEXT_STATUS_RANKS[status]}`))
    .returning({ outboxId: textMessages.outboxId });
  if (updated[0]) return true;
  const known = await db.select({ id: textMessages.outboxId }).from(textMessages).where(isText);
  return known.length > 0;
}

/** The rank of a status in SQL. */
function rankOf(column: typeof textMessages.status): SQL {
  const cases = TEXT_STATUSES.map((status) => sql`WHEN ${status} THEN ${TEXT_STATUS_RANKS[status]}`);
  return sql`CASE ${column} ${sql.join(cases, sql` `)} END`;
}

/** Marks the outbox row of a text, for staff, while it is known as not delivered; or takes the mark off again. */
export async function markTextDelivery(
  db: Db,
  providerId: string,
  failed: { reason: string; nowMs: number } | null,
) {
  const states = failed ? sql`status IN ('undelivered', 'failed')` : sql`1`;
  const row = sql`${outbox.id} = (
    SELECT outbox_id FROM text_messages WHERE provider_id = ${providerId} AND ${states})`;
  await db
    .update(outbox)
    .set({ undeliveredAt: failed?.nowMs ?? null, undeliveredReason: failed?.reason ?? null })
    .where(failed ? and(row, isNull(outbox.undeliveredAt)) : row);
}
