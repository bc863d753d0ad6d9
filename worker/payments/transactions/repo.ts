import { eq, sql } from 'drizzle-orm';
import type { TransactionSummary } from '#contract/transactions.ts';
import type { Db } from '#worker/db/client.ts';
import { readRows } from '#worker/db/rows.ts';
import { transactions } from '#worker/db/schema/payments.ts';

export type LedgerRow = typeof transactions.$inferSelect;

export async function findTransaction(db: Db, id: string): Promise<LedgerRow | null> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, id));
  return row ?? null;
}

const kept = (name: string) => sql`coalesce((SELECT value FROM totals WHERE name = ${name}), 0)`;

/** As JSON, what triggers have counted and summed of the whole ledger; what was never there counts nothing. */
export const SUMMARY = sql`json_object(
  'total', ${kept('payments_succeeded_amount')}, 'count', ${kept('payments_succeeded')},
  'refunded', ${kept('refunds_succeeded_amount')}, 'refundCount', ${kept('refunds_succeeded')},
  'pending', ${kept('awaiting_amount')})`.mapWith((json: string) => JSON.parse(json) as TransactionSummary);

export async function readSummary(db: Db): Promise<TransactionSummary> {
  const [row] = await readRows(db, { summary: SUMMARY }, (columns) => sql`SELECT ${columns}`);
  if (!row) throw new Error('The totals could not be read');
  return row.summary;
}
