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
import type { BodyInput, ReplyOf } from '#contract/endpoint.ts';
import {
  createPayLink,
  getBookingPayments,
  processRemainingPayment,
  refundPayment,
  resolveOperation,
  withdrawPayLink,
} from '#contract/payments.ts';
import { recordPayment, voidPayment } from '#contract/recorded-payments.ts';
import { listBookings } from '#contract/staff-bookings.ts';
import { getTransaction, listTransactions } from '#contract/transactions.ts';
import {
  bookingHistoryQuery,
  ifMatchOption,
  reloadBooking,
  type VersionedBooking,
  type VersionInput,
} from '#web/api/bookings.ts';
import { call } from '#web/api/call.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

export type ChargeRequest = Omit<BodyInput<typeof processRemainingPayment>, 'bookingId'>;
export type ChargeReply = ReplyOf<typeof processRemainingPayment>;
export type RefundRequest = Omit<BodyInput<typeof refundPayment>, 'bookingId'>;
export type RefundReply = ReplyOf<typeof refundPayment>;

/** The payments of a booking. Loaded for each version, because the amount due depends on the price. */
export function bookingPaymentsQuery({ value: { id }, etag }: VersionedBooking) {
  return queryOptions({
    queryKey: [getBookingPayments.name, id, etag],
    queryFn: ({ signal }) => call(getBookingPayments, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Charges the saved card. Each opening of the dialog has one key, so a repeated request charges once. */
export function useCharge(bookingId: number, idempotencyKey: string) {
  return useMoneyChange(bookingId, ({ ifMatch, ...charge }: ChargeRequest & VersionInput) => {
    const body = { bookingId, ...charge };
    return retryWhileBusy(() =>
      call(processRemainingPayment, { body, idempotencyKey, ...ifMatchOption(ifMatch) }),
    );
  });
}

/** Refunds, once for each opening of the dialog. */
export function useRefund(bookingId: number, idempotencyKey: string) {
  return useMoneyChange(bookingId, ({ ifMatch, ...refund }: RefundRequest & VersionInput) => {
    const body = { bookingId, ...refund };
    return retryWhileBusy(() => call(refundPayment, { body, idempotencyKey, ...ifMatchOption(ifMatch) }));
  });
}

export type RecordRequest = BodyInput<typeof recordPayment>;

/** Records a payment outside Stripe, once for each opening of the dialog. */
export function useRecordPayment(
  id: number,
  { idempotencyKey, ifMatch }: { idempotencyKey: string } & VersionInput,
) {
  return useMoneyChange(id, (body: RecordRequest) =>
    retryWhileBusy(() =>
      call(recordPayment, { params: { id }, body, idempotencyKey, ...ifMatchOption(ifMatch) }),
    ),
  );
}

export function useVoidPayment(id: number, ifMatch: string | null) {
  return useMoneyChange(id, ({ paymentId, reason }: { paymentId: string; reason: string }) =>
    call(voidPayment, { params: { id, paymentId }, body: { reason }, ...ifMatchOption(ifMatch) }),
  );
}

/** Creates a payment link and e-mails it to the customer, once for each key. */
export function useCreatePayLink(id: number, ifMatch: string | null) {
  return useMoneyChange(id, (idempotencyKey: string) =>
    retryWhileBusy(() => call(createPayLink, { params: { id }, idempotencyKey, ...ifMatchOption(ifMatch) })),
  );
}

export function useWithdrawPayLink(id: number) {
  return useMoneyChange(id, ({ ifMatch }: VersionInput) =>
    call(withdrawPayLink, { params: { id }, ...ifMatchOption(ifMatch) }),
  );
}

/** Checks an operation with an unknown outcome at Stripe. `stop` prevents parts that have not started. */
export function useResolveOperation(id: number, ifMatch: string | null) {
  return useMoneyChange(id, (stop: boolean) =>
    call(resolveOperation, { params: { id }, body: { stop }, ...ifMatchOption(ifMatch) }),
  );
}

/** Reloads a booking and its payments. */
export function useMoneyRefresh(id: number) {
  const client = useQueryClient();
  const isRefreshing = useIsFetching({ queryKey: [getBookingPayments.name, id] }) > 0;
  return { isRefreshing, refresh: () => void refresh(client, id) };
}

/** Pending until the page shows the result, so that the old amount cannot be charged or refunded again. */
function useMoneyChange<Input, Reply>(id: number, change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => refresh(client, id),
    // A rejection means that the state has changed, and a lost reply may have been a success.
    onError: () => void refresh(client, id),
  });
}

/** Queries that depend on a booking's payments. They reload when they are next used. */
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
  await reloadBooking(client, id).catch(() => undefined);
  // A newer version of the booking already loads its payments.
  await client.invalidateQueries({ queryKey: [getBookingPayments.name, id] }, { cancelRefetch: false });
}
