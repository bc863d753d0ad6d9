import type { Transaction } from '#contract/transactions.ts';
import type { LedgerRow } from './repo.ts';

/** A row of the ledger as it goes over the wire. */
export function toTransaction(row: LedgerRow): Transaction {
  return { ...row, created: Math.floor(row.createdAt / 1000) };
}
