import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '#worker/base/db/client.ts';
import type { SelectedRow } from '#worker/base/db/rows.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { paymentOperations, refundParts } from '#worker/base/db/schema/operations.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';
import { isOperationLive } from '#worker/money/operations/repo.ts';

export type Part = typeof refundParts.$inferSelect;

const paid = alias(transactions, 'paid');
const PAID_FIELDS = {
  id: paid.id,
  kind: sql<'deposit' | 'balance'>`paid.kind`,
  amount: paid.amount,
  createdAt: paid.createdAt,
  paymentMethod: paid.paymentMethod,
  /** Of the card that paid. */
  last4: sql<string | null>`paid.snapshot ->> '$.latest_charge.payment_method_details.card.last4'`,
  disputeStatus: paid.disputeStatus,
  /**
   * Cents that refunds and lost disputes took back or may still take back: all that have not failed and were not
   * reversed.
   */
  takenBack: sql<number>`(SELECT coalesce(sum(back.amount), 0) FROM transactions AS back
      WHERE back.payment_id = paid.id AND back.status NOT IN ('failed', 'canceled'))
    + (SELECT coalesce(sum(part.amount), 0) FROM refund_parts AS part
      WHERE part.payment_id = paid.id AND part.state <> 'failed'
        AND NOT EXISTS (SELECT 1 FROM transactions WHERE id = part.refund_id))`,
  /** Stripe refused to refund the rest of a payment with a lost dispute. */
  isChargedBack: sql`paid.dispute_status IS 'lost' AND EXISTS (SELECT 1 FROM refund_parts
    WHERE payment_id = paid.id AND error_code = 'charge_disputed')`.mapWith(Boolean),
};
export type PaidRow = SelectedRow<typeof PAID_FIELDS>;

/** The succeeded payments of a booking in the order of refunds: those of Stripe newest first, then the others. */
export function listPaid(db: Db, bookingId: number): Promise<PaidRow[]> {
  return db
    .select(PAID_FIELDS)
    .from(paid)
    .where(sql`paid.booking_id = ${bookingId} AND paid.type = 'payment' AND paid.status = 'succeeded'`)
    .orderBy(sql`paid.payment_day IS NOT NULL`, desc(paid.place));
}

type NewPart = Pick<Part, 'id' | 'paymentId' | 'amount'> &
  Partial<Pick<Part, 'paidOutMethod' | 'paidOutReference' | 'discountAmount'>>;

export function insertParts(
  db: Db,
  parts: NewPart[],
  { bookingId, nowMs }: { bookingId: number; nowMs: number },
) {
  const operation = sql`(SELECT id FROM payment_operations WHERE booking_id = ${bookingId}
    AND state NOT IN ('succeeded', 'failed', 'canceled'))`;
  return parts.map(({ id, paymentId, amount, discountAmount = 0, ...part }) =>
    db.run(sql`
      INSERT INTO refund_parts (id, operation_id, payment_id, amount, discount_amount, paid_out_method,
        paid_out_reference, created_at)
      VALUES (${id}, ${operation}, ${paymentId}, ${amount}, ${discountAmount}, ${part.paidOutMethod ?? null},
        ${part.paidOutReference ?? null}, ${nowMs})`),
  );
}

type PaidOut = {
  id: string;
  bookingId: number;
  method: string;
  reference: string | null;
  /** The reason that staff entered. */
  reason: string | null;
  userId: number;
  day: string;
  nowMs: number;
};

/** For a batch: the ledger's row of a part that staff paid out. */
export function insertPaidOutRefund(db: Db, { paymentId, amount, discountAmount }: Part, row: PaidOut) {
  return db.run(sql`
    INSERT INTO transactions (id, type, kind, booking_id, payment_id, amount, currency, status, reason, payment_method,
      payment_day, reference, recorded_by, discount_amount, created_at, updated_at)
    VALUES (${row.id}, 'refund', 'refund', ${row.bookingId}, ${paymentId}, ${amount}, 'usd', 'succeeded', ${row.reason},
      ${row.method}, ${row.day}, ${row.reference}, ${row.userId}, ${discountAmount}, ${row.nowMs}, ${row.nowMs})`);
}

/**
 * The refunds of a booking that are due again once it is reopened, in cents: those that are no discount, and also those
 * that are on their way at the bank or at Stripe.
 */
export async function sumRefundsDueAgain(db: Db, bookingId: number): Promise<number> {
  const fields = { sum: sql<number>`${refundsDueAgain(bookingId)}` };
  const [row] = await readRows(db, fields, (columns) => sql`SELECT ${columns}`);
  return row?.sum ?? 0;
}

/** True in a statement while that sum is `cents` and `and` holds. */
export function hasRefundsDueAgain(bookingId: number, cents: number): SQL {
  return sql`${refundsDueAgain(bookingId)} = ${cents}`;
}

function refundsDueAgain(bookingId: number): SQL {
  return sql`((SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
      WHERE booking_id = ${bookingId} AND kind = 'refund' AND status NOT IN ('failed', 'canceled'))
    + (SELECT coalesce(sum(part.amount - part.discount_amount), 0)
      FROM transactions AS paid JOIN refund_parts AS part ON part.payment_id = paid.id
      WHERE paid.booking_id = ${bookingId} AND part.state <> 'failed'
        AND NOT EXISTS (SELECT 1 FROM transactions WHERE id = part.refund_id)))`;
}

/** The parts of a refund in the order of listPaid. */
export function listParts(db: Db, operationId: number): Promise<Part[]> {
  return db
    .select()
    .from(refundParts)
    .where(eq(refundParts.operationId, operationId))
    .orderBy(asc(sql`rowid`));
}

/** A part with its discount, the user who started its refund and the reason that staff entered. */
export async function findPart(db: Db, id: string) {
  const [row] = await db
    .select({
      id: refundParts.id,
      operationId: refundParts.operationId,
      paymentId: refundParts.paymentId,
      discountAmount: refundParts.discountAmount,
      reason: paymentOperations.reason,
      createdBy: paymentOperations.createdBy,
    })
    .from(refundParts)
    .innerJoin(paymentOperations, eq(paymentOperations.id, refundParts.operationId))
    .where(eq(refundParts.id, id));
  return row ?? null;
}

/** Stores the outcome of a part. A failed part stays failed; a succeeded part can only fail. */
export function updatePart(db: Db, id: string, to: Pick<Part, 'state' | 'refundId' | 'errorCode'>) {
  return db
    .update(refundParts)
    .set(to)
    .where(
      and(
        eq(refundParts.id, id),
        sql`state <> 'failed'`,
        sql`(state <> 'succeeded' OR ${to.state} = 'failed')`,
      ),
    );
}

/** Ends a part that was not made, with the reason. Does not change a part that Stripe has made since then. */
export function endOpenPart(db: Db, id: string, errorCode: string) {
  return db
    .update(refundParts)
    .set({ state: 'failed', errorCode })
    .where(and(eq(refundParts.id, id), eq(refundParts.state, 'open')));
}

/** True while the outcome of a part is not known. */
export function isPartOpen(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM refund_parts WHERE id = ${id} AND state = 'open')`;
}

/** True while a refund is live and the outcome of every part is known. */
export function isReadyToEnd(operationId: number): SQL {
  return sql`${isOperationLive(operationId)} AND NOT EXISTS (SELECT 1 FROM refund_parts WHERE operation_id = ${operationId} AND state = 'open')`;
}

/** Whether a part of the refund succeeded or is pending. */
export function hasMoved(operationId: number, isExpected: boolean): SQL {
  return sql`EXISTS (
    SELECT 1 FROM refund_parts WHERE operation_id = ${operationId} AND state IN ('succeeded', 'pending')) = ${isExpected ? 1 : 0}`;
}
