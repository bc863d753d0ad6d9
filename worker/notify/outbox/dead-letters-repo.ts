import { sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { CUSTOMER_NOTIFICATION_KINDS, type DEAD_MESSAGE_KINDS } from '#worker/base/db/schema/outbox.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import type { OutboxRow } from './repo.ts';

/**
 * Marks a row dead; the history of its booking says that the customer got no e-mail. Returns false when the row is done,
 * or when this dead letter was stored before: the queue can deliver it after a retry.
 */
export async function markDead(
  db: Db,
  { id, kind, bookingId }: Pick<OutboxRow, 'id' | 'kind' | 'bookingId'>,
  { messageId, nowMs }: { messageId: string; nowMs: number },
): Promise<boolean> {
  const dead = db.run(sql`
    UPDATE outbox SET dead_at = coalesce(dead_at, ${nowMs}), dead_message_id = ${messageId}
    WHERE id = ${id} AND done_at IS NULL AND dead_message_id IS NOT ${messageId}`);
  const isToCustomer = (CUSTOMER_NOTIFICATION_KINDS as readonly string[]).includes(kind);
  if (bookingId === null || !isToCustomer) return (await dead).meta.changes > 0;
  const guards = {
    alive: sql`EXISTS (SELECT 1 FROM outbox WHERE id = ${id} AND done_at IS NULL AND dead_at IS NULL)`,
  };
  const actor = { type: 'system' as const };
  const event = { bookingId, actor, action: 'email_failed', details: { kind }, isToCustomer, nowMs };
  const writes = { event: insertBookingEvent(db, event), dead };
  const first = await unlessGuarded(['alive'], commit({ db }, { guards, writes }));
  return (first?.dead ?? (await dead)).meta.changes > 0;
}

export type DeadMessage = {
  messageId: string;
  kind: (typeof DEAD_MESSAGE_KINDS)[number];
  subject: string;
  nowMs: number;
};

/**
 * Stores a failed queue message without an outbox row, with its booking if that is known. A later failure of the same
 * event or operation marks the same row dead again. Returns false when the message was stored before.
 */
export async function insertDeadMessage(
  db: Db,
  { messageId, kind, subject, nowMs }: DeadMessage,
): Promise<boolean> {
  const event = sql`FROM stripe_events e WHERE ${kind} = 'stripe-event' AND e.id = ${subject}`;
  const dedupeKey = kind === 'malformed' ? `${kind}:${messageId}` : `${kind}:${subject}`;
  const { meta } = await db.run(sql`
    INSERT INTO outbox
      (id, kind, booking_id, subject, dedupe_key, created_at, attempts, error, dead_at, dead_message_id)
    VALUES (${messageId}, ${kind},
      coalesce((SELECT booking_id FROM payment_operations
          WHERE ${kind} = 'operation' AND id = CAST(${subject} AS INTEGER)),
        (SELECT booking_id FROM transactions WHERE id = (SELECT e.object_id ${event}))),
      ${subject}, ${dedupeKey}, ${nowMs}, coalesce((SELECT e.attempts ${event}), 0), (SELECT e.error ${event}),
      ${nowMs}, ${messageId})
    ON CONFLICT (id) DO NOTHING
    ON CONFLICT (dedupe_key) DO UPDATE SET dead_at = excluded.dead_at, dead_message_id = excluded.id, done_at = NULL,
      created_at = excluded.created_at, attempts = excluded.attempts, error = excluded.error,
      booking_id = coalesce(excluded.booking_id, booking_id), replayed_at = NULL, replayed_by = NULL
      WHERE dead_message_id IS NOT excluded.id`);
  return meta.changes > 0;
}

export type Replay = { id: string; at: number; by: number };

/** Makes a dead row pending again. True for only one of several concurrent callers. */
export async function restoreDeadRow(db: Db, { id, at, by }: Replay): Promise<boolean> {
  const { meta } = await db.run(sql`
    UPDATE outbox SET dead_at = NULL, attempts = 0, replayed_at = ${at}, replayed_by = ${by}
    WHERE id = ${id} AND done_at IS NULL AND dead_at IS NOT NULL`);
  return meta.changes > 0;
}

/** Undoes a retry that the queue did not take: the row is dead again. */
export async function undoReplay(db: Db, { id, at, by }: Replay) {
  await db.run(sql`
    UPDATE outbox SET dead_at = ${at}, replayed_at = NULL, replayed_by = NULL
    WHERE id = ${id} AND done_at IS NULL AND dead_at IS NULL AND replayed_at = ${at} AND replayed_by = ${by}`);
}
