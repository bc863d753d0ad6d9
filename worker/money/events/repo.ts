import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { stripeEvents } from '#worker/base/db/schema/payments.ts';

export type StripeEvent = typeof stripeEvents.$inferSelect;

export async function insertEvent(
  db: Db,
  event: Pick<
    StripeEvent,
    'id' | 'type' | 'objectId' | 'apiVersion' | 'created' | 'receivedAt' | 'processedAt'
  >,
) {
  await db.insert(stripeEvents).values(event).onConflictDoNothing();
}

export type MissedEvent = Pick<StripeEvent, 'id' | 'type' | 'objectId' | 'apiVersion' | 'created'>;

/** Stores the events that are not stored yet, as unprocessed. Returns their ids. */
export async function insertMissing(db: Db, events: MissedEvent[], nowMs: number): Promise<string[]> {
  const missing: string[] = [];
  for (let i = 0; i < events.length; i += INSERTED_AT_ONCE) {
    const json = JSON.stringify(events.slice(i, i + INSERTED_AT_ONCE));
    const inserted = await readRows(
      db,
      { id: sql<string>`id` },
      (columns) => sql`
        INSERT INTO stripe_events (id, type, object_id, api_version, created, received_at)
        SELECT value ->> 'id', value ->> 'type', value ->> 'objectId', value ->> 'apiVersion', value ->> 'created', ${nowMs}
        FROM json_each(${json}) WHERE true
        ON CONFLICT DO NOTHING RETURNING ${columns}`,
    );
    missing.push(...inserted.map(({ id }) => id));
  }
  return missing;
}

const INSERTED_AT_ONCE = 500;

export async function findEvent(db: Db, id: string): Promise<StripeEvent | null> {
  const rows = await db.select().from(stripeEvents).where(eq(stripeEvents.id, id));
  return rows[0] ?? null;
}

/**
 * Unprocessed events that were received at `before` or earlier. Those with the fewest attempts come first, so that
 * events that always fail do not block the others; then the oldest.
 */
export function listUnprocessed(db: Db, before: number, limit: number): Promise<StripeEvent[]> {
  return db
    .select()
    .from(stripeEvents)
    .where(and(isNull(stripeEvents.processedAt), lte(stripeEvents.receivedAt, before)))
    .orderBy(asc(stripeEvents.attempts), asc(stripeEvents.receivedAt))
    .limit(limit);
}

/** How many times the bank has declined a payment, by the events that Stripe has sent so far. */
export async function countFailedAttempts(db: Db, intentId: string): Promise<number> {
  const rows = await db
    .select({ count: sql<number>`count(*)` })
    .from(stripeEvents)
    .where(and(eq(stripeEvents.objectId, intentId), eq(stripeEvents.type, 'payment_intent.payment_failed')));
  return rows[0]?.count ?? 0;
}

export async function markProcessed(db: Db, id: string, nowMs: number) {
  await db
    .update(stripeEvents)
    .set({ processedAt: nowMs, attempts: sql`attempts + 1`, error: null })
    .where(and(eq(stripeEvents.id, id), isNull(stripeEvents.processedAt)));
}

export async function markFailed(db: Db, id: string, error: string) {
  await db
    .update(stripeEvents)
    .set({ attempts: sql`attempts + 1`, error })
    .where(and(eq(stripeEvents.id, id), isNull(stripeEvents.processedAt)));
}
