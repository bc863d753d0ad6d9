import { sql } from 'drizzle-orm';
import type { CardSummary } from '#domain/money/cards.ts';
import { stripeIdOf } from '#domain/money/shares.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';
import { listShares } from '#worker/money/ledger/repo.ts';

const CARD_PATH = '$.latest_charge.payment_method_details.card';
const cardField = (name: 'brand' | 'last4') => sql<string | null>`snapshot ->> ${`${CARD_PATH}.${name}`}`;

const CHARGE_FIELDS = { amount: transactions.amount, last4: cardField('last4') };
export type NotifiedCharge = SelectedRow<typeof CHARGE_FIELDS>;

/** The amount (cents) and card of a charge, for the e-mail about it; null while it has not succeeded. */
export async function findCharge(
  db: Db,
  { id, bookingId }: { id: string; bookingId: number },
): Promise<NotifiedCharge | null> {
  const [row] = await db
    .select(CHARGE_FIELDS)
    .from(transactions)
    .where(sql`id = ${id} AND booking_id = ${bookingId} AND type = 'payment' AND status = 'succeeded'`);
  return row ?? null;
}

/** The card that paid an intent, from the ledger's snapshot; null when it has none. */
export async function findCardOf(db: Db, intentId: string | null): Promise<CardSummary | null> {
  const [row] = await db
    .select({ brand: cardField('brand'), last4: cardField('last4') })
    .from(transactions)
    .where(sql`id = ${intentId} AND type = 'payment'`);
  return row?.brand && row.last4 ? { brand: row.brand, last4: row.last4 } : null;
}

/** Cents; `paidOut`: the parts of `succeeded` that staff paid out themselves, by method. */
export type NotifiedRefund = { succeeded: number; pending: number; paidOut: PaidOutSum[] };
type PaidOutSum = { method: string; amount: number };

/** The sums of a refund. */
export async function sumRefund(
  db: Db,
  { operationId, bookingId }: { operationId: number; bookingId: number },
): Promise<NotifiedRefund> {
  const of = (state: string) => sql<number>`coalesce(sum(p.amount) FILTER (WHERE p.state = ${state}), 0)`;
  const fields = { succeeded: of('succeeded'), pending: of('pending') };
  const [row] = await readRows(
    db,
    fields,
    (columns) => sql`
      SELECT ${columns}
      FROM payment_operations o JOIN refund_parts p ON p.operation_id = o.id
      WHERE o.id = ${operationId} AND o.booking_id = ${bookingId}`,
  );
  return { succeeded: 0, pending: 0, ...row, paidOut: await sumPaidOut(db, operationId) };
}

function sumPaidOut(db: Db, operationId: number): Promise<PaidOutSum[]> {
  const fields = { method: sql<string>`back.payment_method`, amount: sql<number>`sum(back.amount)` };
  return readRows(
    db,
    fields,
    (columns) => sql`
      SELECT ${columns}
      FROM refund_parts p JOIN transactions back ON back.id = p.refund_id
      WHERE p.operation_id = ${operationId} AND p.state = 'succeeded' AND p.payment_id GLOB 'pay_*'
      GROUP BY back.payment_method ORDER BY back.payment_method`,
  );
}

/** The ledger column with the Stripe id of each alert. */
const NAMED_BY = {
  'dispute-opened': sql`dispute_id`,
  'refund-failed': sql`id`,
  'fraud-warning': sql`charge_id`,
};

/** The amount of an alert in cents, by its Stripe id; null if the ledger does not have it. */
export async function findAlertedAmount(
  db: Db,
  { kind, id, bookingId }: { kind: keyof typeof NAMED_BY; id: string; bookingId: number },
): Promise<number | null> {
  const [row] = await db
    .select({ id: transactions.id, type: transactions.type, amount: transactions.amount })
    .from(transactions)
    .where(sql`booking_id = ${bookingId} AND ${NAMED_BY[kind]} = ${id}`)
    .orderBy(transactions.place);
  if (row?.type !== 'payment') return row?.amount ?? null;
  const shares = await listShares(db, stripeIdOf(row.id));
  return shares.reduce((sum, { amount }) => sum + amount, 0);
}
