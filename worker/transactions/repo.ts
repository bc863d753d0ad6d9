import { eq, sql } from 'drizzle-orm';
import type { TransactionSummary } from '#contract/transactions.ts';
import type { Db } from '#worker/db/client.ts';
import { transactions } from '#worker/db/schema/payments.ts';

export type LedgerRow = typeof transactions.$inferSelect;

export async function findTransaction(db: Db, id: string): Promise<LedgerRow | null> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, id));
  return row ?? null;
}

/** What triggers have counted and summed of the whole ledger; what was never there counts nothing. */
export async function readSummary(db: Db): Promise<TransactionSummary> {
  const of = (name: string) => sql`coalesce((SELECT value FROM totals WHERE name = ${name}), 0)`;
  const [summary] = await db.all<TransactionSummary>(sql`
    SELECT ${of('payments_succeeded_amount')} AS total, ${of('payments_succeeded')} AS count,
      ${of('refunds_succeeded_amount')} AS refunded, ${of('refunds_succeeded')} AS refundCount,
      ${of('awaiting_amount')} AS pending`);
  if (!summary) throw new Error('The totals could not be read');
  return summary;
}
