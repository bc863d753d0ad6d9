import { sql } from 'drizzle-orm';
import type { CardSummary } from '#domain/cards.ts';
import type { Db } from '#worker/db/client.ts';

export type ToldCharge = { amount: number; last4: string | null };

/** A charge as its customer is told of it; null while it has not succeeded. Cents. */
export async function findCharge(
  db: Db,
  { id, bookingId }: { id: string; bookingId: number },
): Promise<ToldCharge | null> {
  const [row] = await db.all<ToldCharge>(sql`
    SELECT amount, snapshot ->> '$.latest_charge.payment_method_details.card.last4' AS last4
    FROM transactions
    WHERE id = ${id} AND booking_id = ${bookingId} AND type = 'payment' AND status = 'succeeded'`);
  return row ?? null;
}

/** The card that paid an intent, as Stripe named it in the ledger's copy; null where it did not. */
export async function findCardOf(db: Db, intentId: string | null): Promise<CardSummary | null> {
  const [row] = await db.all<{ brand: string | null; last4: string | null }>(sql`
    SELECT snapshot ->> '$.latest_charge.payment_method_details.card.brand' AS brand,
      snapshot ->> '$.latest_charge.payment_method_details.card.last4' AS last4
    FROM transactions WHERE id = ${intentId} AND type = 'payment'`);
  return row?.brand && row.last4 ? { brand: row.brand, last4: row.last4 } : null;
}

export type ToldRefund = { succeeded: number; pending: number };

/** What has become of the parts of a refund, in cents. */
export async function sumRefund(
  db: Db,
  { operationId, bookingId }: { operationId: number; bookingId: number },
): Promise<ToldRefund> {
  const of = (state: string) => sql`coalesce(sum(p.amount) FILTER (WHERE p.state = ${state}), 0)`;
  const [row] = await db.all<ToldRefund>(sql`
    SELECT ${of('succeeded')} AS succeeded, ${of('pending')} AS pending
    FROM payment_operations o JOIN refund_parts p ON p.operation_id = o.id
    WHERE o.id = ${operationId} AND o.booking_id = ${bookingId}`);
  return row ?? { succeeded: 0, pending: 0 };
}

/** How the ledger finds what staff are alerted to. */
const NAMED_BY = {
  'dispute-opened': sql`dispute_id`,
  'refund-failed': sql`id`,
  'fraud-warning': sql`charge_id`,
};

/** The cents of what an alert is about, by Stripe's id; null where the ledger does not know it. */
export async function findAlertedAmount(
  db: Db,
  { kind, id, bookingId }: { kind: keyof typeof NAMED_BY; id: string; bookingId: number },
): Promise<number | null> {
  const [row] = await db.all<{ amount: number }>(
    sql`SELECT amount FROM transactions WHERE booking_id = ${bookingId} AND ${NAMED_BY[kind]} = ${id} ORDER BY place`,
  );
  return row?.amount ?? null;
}
