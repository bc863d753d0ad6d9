import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getDashboard } from '#contract/dashboard.ts';
import {
  getLastReconciliation,
  listReconciliationIssues,
  settleReconciliationIssue,
} from '#contract/reconciliation.ts';
import { getBooking, listBookings } from '#contract/staff-bookings.ts';
import { getTransaction, listTransactions } from '#contract/transactions.ts';
import { call } from '#web/api/call.ts';

export const lastReconciliationQuery = queryOptions({
  queryKey: [getLastReconciliation.name],
  queryFn: ({ signal }) => call(getLastReconciliation, { signal }),
  refetchOnMount: 'always',
});

/** Queries that change when a difference is settled: the ledger and its sums. */
const CHANGED = [
  listReconciliationIssues,
  listTransactions,
  getTransaction,
  getDashboard,
  listBookings,
  getBooking,
];

export function useSettleIssue() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(CHANGED.map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
  return useMutation({
    mutationFn: (id: number) => call(settleReconciliationIssue, { params: { id } }),
    // A failure may also mean that the state has changed.
    onSettled: () => void refresh(),
  });
}
