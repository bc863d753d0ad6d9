import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useIsFetching,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { listClientBookings, listClients } from '#contract/clients.ts';
import { getDashboard } from '#contract/dashboard.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  createPayLink,
  getBookingPayments,
  processRemainingPayment,
  refundPayment,
  resolveOperation,
  withdrawPayLink,
} from '#contract/payments.ts';
import { listBookings } from '#contract/staff-bookings.ts';
import { getTransaction, listTransactions } from '#contract/transactions.ts';
import { type Based, based, bookingHistoryQuery, type Read, reloadBooking } from '#web/api/bookings.ts';
import { call } from '#web/api/call.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

export type Charge = Omit<BodyInput<typeof processRemainingPayment>, 'bookingId'>;
export type Refund = Omit<BodyInput<typeof refundPayment>, 'bookingId'>;

/** A booking's money, asked for anew with each of its versions: what is due follows from its price. */
export function bookingPaymentsQuery({ value: { id }, etag }: Read) {
  return queryOptions({
    queryKey: [getBookingPayments.name, id, etag],
    queryFn: ({ signal }) => call(getBookingPayments, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** One opening of a dialog about money: its key, and the version of the booking that it shows. */
type Opening = Based & { idempotencyKey: string };

/** Charges the card on file. The key is that of one opening of the dialog: repeated under it, nothing is charged twice. */
export function useCharge(bookingId: number, { idempotencyKey, ifMatch }: Opening) {
  return useMoneyChange(bookingId, (charge: Charge) => {
    const body = { bookingId, ...charge };
    return retryWhileBusy(() => call(processRemainingPayment, { body, idempotencyKey, ...based(ifMatch) }));
  });
}

export function useRefund(bookingId: number, { idempotencyKey, ifMatch }: Opening) {
  return useMoneyChange(bookingId, (refund: Refund) => {
    const body = { bookingId, ...refund };
    return retryWhileBusy(() => call(refundPayment, { body, idempotencyKey, ...based(ifMatch) }));
  });
}

/** Makes an address to pay at, and mails the customer one, too. */
export function useCreatePayLink(id: number, ifMatch: string | null) {
  return useMoneyChange(id, () => call(createPayLink, { params: { id }, ...based(ifMatch) }));
}

export function useWithdrawPayLink(id: number, ifMatch: string | null) {
  return useMoneyChange(id, () => call(withdrawPayLink, { params: { id }, ...based(ifMatch) }));
}

/** Asks Stripe about an operation whose outcome is open; `stop`: what is not made yet is not made any more. */
export function useResolveOperation(id: number, ifMatch: string | null) {
  return useMoneyChange(id, (stop: boolean) =>
    call(resolveOperation, { params: { id }, body: { stop }, ...based(ifMatch) }),
  );
}

/** Asks for a booking and its money again. */
export function useMoneyRefresh(id: number) {
  const client = useQueryClient();
  const isRefreshing = useIsFetching({ queryKey: [getBookingPayments.name, id] }) > 0;
  return { isRefreshing, refresh: () => void refresh(client, id) };
}

/** It is under way until the page shows what came of it: what was there before must not be charged or refunded again. */
function useMoneyChange<Wanted, Reply>(id: number, change: (wanted: Wanted) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => refresh(client, id),
    // A refusal tells of a newer state, and a lost answer may have been a success.
    onError: () => void refresh(client, id),
  });
}

/** What follows from a booking's money, and is asked for when it is entered the next time. */
const FOLLOWERS = [
  listBookings,
  listTransactions,
  getTransaction,
  getDashboard,
  listClients,
  listClientBookings,
];

async function refresh(client: QueryClient, id: number): Promise<void> {
  for (const { name } of FOLLOWERS) void client.invalidateQueries({ queryKey: [name], refetchType: 'none' });
  void client.invalidateQueries({ queryKey: bookingHistoryQuery(id).queryKey });
  await reloadBooking(client, id);
  // A newer version of the booking has begun to ask for its money by itself.
  await client.invalidateQueries({ queryKey: [getBookingPayments.name, id] }, { cancelRefetch: false });
}
