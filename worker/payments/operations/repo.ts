import { and, asc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { bookings } from '#worker/db/schema/bookings.ts';
import { paymentOperations } from '#worker/db/schema/operations.ts';
import { insertBookingChange, insertBookingEvent } from '#worker/history/events-repo.ts';

export type Operation = typeof paymentOperations.$inferSelect;
type State = Operation['state'];

export const LIVE: readonly State[] = ['started', 'confirming', 'unknown'];
const isLive = sql.raw(`state IN (${LIVE.map((state) => `'${state}'`).join(', ')})`);

export type NewOperation = Pick<
  Operation,
  | 'bookingId'
  | 'kind'
  | 'amount'
  | 'reason'
  | 'idempotencyKey'
  | 'requestHash'
  | 'createdBy'
  | 'notifyCustomer'
  | 'claimedUntil'
> & { nowMs: number };

/** Indexes and triggers refuse what may not be; `operationRefusal` says in words what they refused. */
export function insertOperation(db: Db, { nowMs, ...operation }: NewOperation) {
  return db
    .insert(paymentOperations)
    .values({ ...operation, createdAt: nowMs, updatedAt: nowMs })
    .returning();
}

export async function findOperation(db: Db, id: number): Promise<Operation | null> {
  const [row] = await db.select().from(paymentOperations).where(eq(paymentOperations.id, id));
  return row ?? null;
}

export async function findByKey(db: Db, key: string): Promise<Operation | null> {
  const [row] = await db.select().from(paymentOperations).where(eq(paymentOperations.idempotencyKey, key));
  return row ?? null;
}

/** The charge that made an intent. */
export async function findByIntent(db: Db, intentId: string): Promise<Operation | null> {
  const [row] = await db
    .select()
    .from(paymentOperations)
    .where(eq(paymentOperations.stripePaymentIntentId, intentId));
  return row ?? null;
}

/** The charge or refund of a booking whose outcome is open. */
export async function findLive(db: Db, bookingId: number): Promise<Operation | null> {
  const [row] = await db
    .select()
    .from(paymentOperations)
    .where(and(eq(paymentOperations.bookingId, bookingId), isLive));
  return row ?? null;
}

/** Those that nobody works on any more, least recently touched first. */
export function listAbandoned(
  db: Db,
  { nowMs, isForced }: { nowMs: number; isForced: boolean },
  limit: number,
) {
  const isFree = or(sql`claimed_until IS NULL`, lte(paymentOperations.claimedUntil, nowMs));
  return db
    .select()
    .from(paymentOperations)
    .where(isForced ? isLive : and(isLive, isFree))
    .orderBy(asc(paymentOperations.updatedAt))
    .limit(limit);
}

/**
 * The intent is stored before it is confirmed: from here on it tells what became of the charge. False: the charge was
 * ended before, so its intent must not be confirmed.
 */
export async function storeIntent(
  db: Db,
  id: number,
  { intentId, nowMs }: { intentId: string; nowMs: number },
): Promise<boolean> {
  const stored = await db
    .update(paymentOperations)
    .set({ stripePaymentIntentId: intentId, state: 'confirming', updatedAt: nowMs })
    .where(and(eq(paymentOperations.id, id), isLive))
    .returning({ id: paymentOperations.id });
  return stored.length > 0;
}

/** Each claim ends later than the one before, so that its end identifies it. */
const laterThanNow = (untilMs: number) => sql`max(${untilMs}, coalesce(claimed_until, 0) + 1)`;

/**
 * Claims a live operation for one attempt and returns it; null while another one has it, `isForced` takes it over.
 * An earlier attempt may have reached Stripe, so its outcome is unknown from here on.
 */
export async function claimOperation(
  db: Db,
  id: number,
  { nowMs, untilMs, isForced }: { nowMs: number; untilMs: number; isForced: boolean },
): Promise<Operation | null> {
  const isFree = or(sql`claimed_until IS NULL`, lte(paymentOperations.claimedUntil, nowMs));
  const [claimed] = await db
    .update(paymentOperations)
    .set({ state: 'unknown', claimedUntil: laterThanNow(untilMs) })
    .where(and(eq(paymentOperations.id, id), isLive, isForced ? undefined : isFree))
    .returning();
  return claimed ?? null;
}

/** Extends a claim and returns its new end; null when the claim was taken over, or `condition` does not hold. */
export async function extendClaim(
  db: Db,
  id: number,
  { claimedUntil, untilMs, condition }: { claimedUntil: number; untilMs: number; condition: SQL },
): Promise<number | null> {
  const [extended] = await db
    .update(paymentOperations)
    .set({ claimedUntil: laterThanNow(untilMs) })
    .where(
      and(eq(paymentOperations.id, id), eq(paymentOperations.claimedUntil, claimedUntil), isLive, condition),
    )
    .returning({ claimedUntil: paymentOperations.claimedUntil });
  return extended?.claimedUntil ?? null;
}

/** Its outcome is open, and no attempt has it now. `claimedUntil`: only while this claim stands. */
export async function leaveOpen(
  db: Db,
  id: number,
  { nowMs, claimedUntil }: { nowMs: number; claimedUntil?: number },
) {
  const isClaimed = claimedUntil === undefined ? undefined : eq(paymentOperations.claimedUntil, claimedUntil);
  await db
    .update(paymentOperations)
    .set({ state: 'unknown', claimedUntil: null, updatedAt: nowMs })
    .where(and(eq(paymentOperations.id, id), isLive, isClaimed));
}

/** Ends what certainly had no effect; its key is free again. */
export function cancelOperation(db: Db, id: number, nowMs: number) {
  return db
    .update(paymentOperations)
    .set({ state: 'canceled', idempotencyKey: null, claimedUntil: null, updatedAt: nowMs })
    .where(and(eq(paymentOperations.id, id), isLive));
}

/** For the batch of what an operation came to: ends the live operation of an intent. */
export function endChargeOf(
  db: Db,
  intentId: string,
  end: { state: 'succeeded' | 'canceled'; nowMs: number },
) {
  return db
    .update(paymentOperations)
    .set({
      state: end.state,
      claimedUntil: null,
      updatedAt: end.nowMs,
      ...(end.state === 'canceled' && { idempotencyKey: null }),
    })
    .where(and(eq(paymentOperations.stripePaymentIntentId, intentId), isLive));
}

/** True in a batch while a charge of an intent is live. */
export function isChargeLive(intentId: string) {
  return sql`EXISTS (SELECT 1 FROM payment_operations WHERE stripe_payment_intent_id = ${intentId} AND ${isLive})`;
}

/** True in a batch while an operation is live. */
export function isOperationLive(id: number) {
  return sql`EXISTS (SELECT 1 FROM payment_operations WHERE id = ${id} AND ${isLive})`;
}

/** True in a batch once a charge has failed, as long as no link leads to its intent. */
export function isWithoutLink(id: number, intentId: string) {
  return sql`EXISTS (SELECT 1 FROM payment_operations WHERE id = ${id} AND state = 'failed')
    AND NOT EXISTS (SELECT 1 FROM pay_links WHERE stripe_payment_intent_id = ${intentId})`;
}

/** Whom Stripe knows a booking's customer as. */
export async function findCustomerId(db: Db, bookingId: number): Promise<string | null> {
  const [row] = await db
    .select({ id: bookings.stripeCustomerId })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  return row?.id ?? null;
}

/** For a batch: the card can never be charged again. */
export function forgetCard(
  db: Db,
  { bookingId, paymentMethodId, nowMs }: { bookingId: number; paymentMethodId: string; nowMs: number },
) {
  const isOnFile = sql`stripe_payment_method_id = ${paymentMethodId}`;
  return [
    insertBookingEvent(db, {
      bookingId,
      actor: { type: 'stripe' },
      action: 'card_gone',
      details: {},
      nowMs,
      condition: isOnFile,
    }),
    db.run(sql`
      UPDATE bookings SET stripe_payment_method_id = NULL WHERE id = ${bookingId} AND ${isOnFile}`),
  ] as const;
}

/** A customer who was deleted at Stripe, and every card with them. */
export async function forgetCustomer(db: Db, bookingId: number, customerId: string) {
  await db.run(sql`
    UPDATE bookings SET stripe_customer_id = NULL, stripe_payment_method_id = NULL
    WHERE id = ${bookingId} AND stripe_customer_id = ${customerId}`);
}

/** Ends a live operation, for the batch of what it came to. */
export function endOperation(
  db: Db,
  id: number,
  end: { state: State; errorCode: string | null; nowMs: number; forgetsKey?: boolean },
) {
  return db
    .update(paymentOperations)
    .set({
      state: end.state,
      errorCode: end.errorCode,
      claimedUntil: null,
      updatedAt: end.nowMs,
      ...(end.forgetsKey && { idempotencyKey: null }),
    })
    .where(and(eq(paymentOperations.id, id), inArray(paymentOperations.state, [...LIVE])));
}

export type ChargedCard = { customerId: string; paymentMethodId: string };

/** What a booking's remaining balance is charged to; null without a card on file. */
export async function findCard(db: Db, bookingId: number): Promise<ChargedCard | null> {
  const [row] = await db
    .select({ customerId: bookings.stripeCustomerId, paymentMethodId: bookings.stripePaymentMethodId })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  if (!row?.customerId || !row.paymentMethodId) return null;
  return { customerId: row.customerId, paymentMethodId: row.paymentMethodId };
}

/** For a batch: staff read that nothing came of a charge that they started. */
export function recordNoCharge(
  db: Db,
  { bookingId, createdBy, amount }: Pick<Operation, 'bookingId' | 'createdBy' | 'amount'>,
  { nowMs, condition }: { nowMs: number; condition: SQL },
) {
  return insertBookingChange(db, {
    bookingId,
    actor: { type: 'system' },
    action: 'charge_canceled',
    details: { notCharged: amount },
    startedBy: createdBy,
    nowMs,
    condition,
  });
}
