import { sql } from 'drizzle-orm';
import {
  type Balance,
  type LedgerMovement,
  remainingAmount,
  sumDueAgain,
  sumPaid,
} from '#domain/money/balance.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';

/** The bookings of the next entries of the history after one, and the last of these entries; null after the last one. */
export async function listChangedAfter(
  db: Db,
  { historyId, limit }: { historyId: number; limit: number },
): Promise<{ bookingIds: number[]; historyId: number } | null> {
  const entries = await readRows(
    db,
    { id: sql<number>`id`, subject: sql<string>`subject`, subjectId: sql<number>`subject_id` },
    (columns) => sql`SELECT ${columns} FROM history WHERE id > ${historyId} ORDER BY id LIMIT ${limit}`,
  );
  const last = entries.at(-1);
  if (!last) return null;
  const ofBookings = entries.filter(({ subject }) => subject === 'booking');
  return { bookingIds: [...new Set(ofBookings.map(({ subjectId }) => subjectId))], historyId: last.id };
}

/** The amount due that lists and figures read, and that which follows from the ledger. Cents. */
export type ComparedAmount = { bookingId: number; stored: number; recomputed: number };

const BOOKING_FIELDS = {
  id: bookings.id,
  status: bookings.status,
  depositAmount: bookings.depositAmount,
  finalPrice: bookings.finalPrice,
  stored: sql<number>`balance_due`,
};

/** Recomputes the amounts due of bookings from their rows in the ledger, by the rule of the domain. */
export async function compareAmountsDue(db: Db, ids: readonly number[]): Promise<ComparedAmount[]> {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const found = await readRows(
    db,
    BOOKING_FIELDS,
    (columns) => sql`SELECT ${columns} FROM bookings WHERE id IN ${wanted}`,
  );
  const { bookingId, kind, status, amount, discountAmount } = transactions;
  const rows = await readRows(
    db,
    { bookingId, kind, status, amount, discountAmount },
    (columns) => sql`SELECT ${columns} FROM transactions WHERE booking_id IN ${wanted}`,
  );
  const ledgers = Map.groupBy(rows, (row) => row.bookingId);
  return found.map(({ id, stored, ...booking }) => {
    const ledger: LedgerMovement[] = ledgers.get(id) ?? [];
    const balance: Balance = { ...booking, paidAmount: sumPaid(ledger), dueAgainAmount: sumDueAgain(ledger) };
    return { bookingId: id, stored, recomputed: remainingAmount(balance) };
  });
}

/** The bookings of open differences, oldest first. */
export async function listOpenAmounts(db: Db, limit: number): Promise<number[]> {
  const rows = await readRows(
    db,
    { id: sql<number>`booking_id` },
    (columns) => sql`
      SELECT ${columns} FROM reconciliation_issues
      WHERE settled_at IS NULL AND difference = 'amount_due' ORDER BY id LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** The object of a difference, in place of Stripe's id. */
export const amountObjectId = (bookingId: number) => `booking_${bookingId}`;

/** Stores a difference, or updates the open one of the booking. The recomputed amount stands on Stripe's side. */
export function upsertAmountIssue(db: Db, { bookingId, stored, recomputed }: ComparedAmount, nowMs: number) {
  return db.run(sql`
    INSERT INTO reconciliation_issues (object_id, difference, booking_id, ledger_amount, stripe_amount, found_at)
    VALUES (${amountObjectId(bookingId)}, 'amount_due', ${bookingId}, ${stored}, ${recomputed}, ${nowMs})
    ON CONFLICT (object_id) WHERE settled_at IS NULL DO UPDATE SET
      ledger_amount = excluded.ledger_amount, stripe_amount = excluded.stripe_amount`);
}
