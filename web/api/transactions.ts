import { queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/endpoint.ts';
import {
  getTransaction,
  listTransactions,
  type Transaction,
  type TransactionSummary,
} from '#contract/transactions.ts';
import { call, callPageAndMore, type Page } from '#web/api/call.ts';
import type { ListSource } from '#web/api/lists.ts';

/** A page of transactions and the sums of all of them. */
export type LedgerPage = Page<Transaction> & { summary: TransactionSummary };

export const LEDGER: ListSource<Transaction, LedgerPage> = {
  name: listTransactions.name,
  fetch: async (query, signal) => {
    const options = { query: query as QueryInput<typeof listTransactions>, signal };
    const { reply, ...page } = await callPageAndMore(listTransactions, (all) => all.transactions, options);
    return { ...page, summary: reply.summary };
  },
};

/** Reloaded whenever its page is opened: Stripe may have a newer status. */
export function transactionQuery(id: string) {
  return queryOptions({
    queryKey: [getTransaction.name, id],
    queryFn: ({ signal }) => call(getTransaction, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}
