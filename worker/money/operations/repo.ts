import { and, asc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { paymentOperations } from '#worker/base/db/schema/operations.ts';
import { insertBookingChange, insertBookingEvent } from '#worker/base/history/events-repo.ts';

export type Operation = typeof paymentOperations.$inferSelect;
type State = Operation['state'];

export const LIVE: readonly State[] = ['started', 'confirming', 'unknown'];
/** As in the index payment_operations_live: a state that is added later counts as live. */
const isLive = sql`state NOT IN ('succeeded', 'failed', 'canceled')`;

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

/** Inserts an operation. Indexes and triggers can reject it: see findPaymentConstraintError. */
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

export async function findOperationByKey(db: Db, key: string): Promise<Operation | null> {
  const [row] = await db.select().from(paymentOperations).where(eq(paymentOperations.idempotencyKey, key));
  return row ?? null;
}

/** The charge that created an intent. */
export async function findOperationByIntent(db: Db, intentId: string): Promise<Operation | null> {
  const [row] = await db
    .select()
    .from(paymentOperations)
    .where(eq(paymentOperations.stripePaymentIntentId, intentId));
  return row ?? null;
}

/** The charge, refund or cancellation of a booking whose outcome is not known. */
export async function findLive(db: Db, bookingId: number): Promise<Operation | null> {
  const [row] = await db
    .select()
    .from(paymentOperations)
    .where(and(eq(paymentOperations.bookingId, bookingId), isLive));
  return row ?? null;
}

/**
 * Live operations of these kinds that no request has claimed, least recently updated first. `isForced`: also claimed
 * ones.
 */
export function listAbandoned(
  db: Db,
  { nowMs, isForced, kinds }: { nowMs: number; isForced: boolean; kinds: readonly Operation['kind'][] },
  limit: number,
) {
  const isFree = or(sql`claimed_until IS NULL`, lte(paymentOperations.claimedUntil, nowMs));
  return db
    .select()
    .from(paymentOperations)
    .where(and(isLive, isForced ? undefined : isFree, inArray(paymentOperations.kind, [...kinds])))
    .orderBy(asc(paymentOperations.updatedAt))
    .limit(limit);
}

/**
 * Stores the intent before it is confirmed, so that the outcome of the charge can be read from it. False: the charge has
 * ended, so its intent must not be confirmed.
 */
export async function storeOperationIntent(
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
 * Claims a live operation for one attempt and returns it; null while another attempt has the claim, unless `isForced`.
 * An earlier attempt may have reached Stripe, so the operation becomes unknown.
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

/** Releases an operation without a known outcome. `claimedUntil`: only if this claim is still the current one. */
export async function markUnknown(
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

/** Ends an operation that had no effect. Its Idempotency-Key can be used again. */
export function cancelOperation(db: Db, id: number, nowMs: number) {
  return db
    .update(paymentOperations)
    .set({ state: 'canceled', idempotencyKey: null, claimedUntil: null, updatedAt: nowMs })
    .where(and(eq(paymentOperations.id, id), isLive));
}

/** For a batch: ends the live operation of an intent. */
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

/** True while a charge of an intent is live. */
export function isChargeLive(intentId: string) {
  return sql`EXISTS (SELECT 1 FROM payment_operations WHERE stripe_payment_intent_id = ${intentId} AND ${isLive})`;
}

/** True while an operation is live. */
export function isOperationLive(id: number) {
  return sql`EXISTS (SELECT 1 FROM payment_operations WHERE id = ${id} AND ${isLive})`;
}

/** True while a charge is live, and no link exists for its intent. */
export function isUndecided(id: number, intentId: string) {
  return sql`${isOperationLive(id)}
    AND NOT EXISTS (SELECT 1 FROM pay_links WHERE stripe_payment_intent_id = ${intentId})`;
}

/** The Stripe customer of a booking. */
export async function findCustomerId(db: Db, bookingId: number): Promise<string | null> {
  const [row] = await db
    .select({ id: bookings.stripeCustomerId })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  return row?.id ?? null;
}

/** For commit(): removes a card that can never be charged again. The guard 'on_file' fails when it is gone. */
export function removeCard(
  db: Db,
  { bookingId, paymentMethodId, nowMs }: { bookingId: number; paymentMethodId: string; nowMs: number },
) {
  return {
    guards: {
      on_file: sql`EXISTS (
        SELECT 1 FROM bookings WHERE id = ${bookingId} AND stripe_payment_method_id = ${paymentMethodId})`,
    },
    writes: {
      event: insertBookingEvent(db, {
        bookingId,
        actor: { type: 'stripe' },
        action: 'card_gone',
        details: {},
        nowMs,
      }),
      card: db.run(sql`UPDATE bookings SET stripe_payment_method_id = NULL WHERE id = ${bookingId}`),
    },
  };
}

/** Removes a customer who was deleted at Stripe, and their card. */
export async function removeCustomer(db: Db, bookingId: number, customerId: string) {
  await db.run(sql`
    UPDATE bookings SET stripe_customer_id = NULL, stripe_payment_method_id = NULL
    WHERE id = ${bookingId} AND stripe_customer_id = ${customerId}`);
}

/** For a batch: ends a live operation. */
export function endOperation(
  db: Db,
  id: number,
  end: { state: State; errorCode: string | null; nowMs: number; freesKey?: boolean },
) {
  return db
    .update(paymentOperations)
    .set({
      state: end.state,
      errorCode: end.errorCode,
      claimedUntil: null,
      updatedAt: end.nowMs,
      ...(end.freesKey && { idempotencyKey: null }),
    })
    .where(and(eq(paymentOperations.id, id), inArray(paymentOperations.state, [...LIVE])));
}

export type ChargedCard = { customerId: string; paymentMethodId: string };

/** The card that a booking's remaining balance is charged to; null without a card on file. */
export async function findCard(db: Db, bookingId: number): Promise<ChargedCard | null> {
  const [row] = await db
    .select({ customerId: bookings.stripeCustomerId, paymentMethodId: bookings.stripePaymentMethodId })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  if (!row?.customerId || !row.paymentMethodId) return null;
  return { customerId: row.customerId, paymentMethodId: row.paymentMethodId };
}

/** For a batch: the history entry of a charge that charged nothing. */
export function recordChargeCanceled(
  db: Db,
  { bookingId, createdBy, amount }: Pick<Operation, 'bookingId' | 'createdBy' | 'amount'>,
  nowMs: number,
) {
  return insertBookingChange(db, {
    bookingId,
    actor: { type: 'system' },
    action: 'charge_canceled',
    details: { notCharged: amount },
    startedBy: createdBy,
    nowMs,
  });
}
