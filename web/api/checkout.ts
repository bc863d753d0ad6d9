import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BookingData, createPaymentIntent, getBookingStatus } from '#contract/checkout.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { CallError, call, isCode } from '#web/api/call.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/** Authorizes status requests about a payment. Stored in the tab only while the outcome is unknown. */
export type PaymentRef = { paymentIntent: string; clientSecret: string };

/** The retry delay if a 'busy' reply has no Retry-After. */
const BUSY_SECONDS = 1;
/** The delay of each poll after the previous reply. The sum is one minute. */
const POLL_SECONDS = [1, 2, 4, 8, 16, 29];

export type StartCheckout = {
  data: BookingData;
  idempotencyKey: string;
  wait?: (seconds: number) => Promise<void>;
};

/** Holds a unit and opens the payment. Waits for a concurrent request with the same key. */
export function startCheckout({ data, idempotencyKey, wait }: StartCheckout) {
  const body = { bookingId: 'pending' as const, bookingData: data };
  return retryWhileBusy(() => call(createPaymentIntent, { body, idempotencyKey }), {
    // 'busy' without Retry-After: the earlier payment is in progress, which can take minutes.
    ...(!data.continueHold && { defaultSeconds: BUSY_SECONDS }),
    ...(wait && { wait }),
  });
}

/** Resolves to true if Stripe has cancelled the payment; false also if the request fails. */
export async function isPaymentCanceled(clientSecret: string): Promise<boolean> {
  const [paymentIntent = ''] = clientSecret.split('_secret_');
  try {
    const { status } = await call(getBookingStatus, { body: { paymentIntent, clientSecret } });
    return status === 'canceled';
  } catch {
    return false;
  }
}

type Status = ReplyOf<typeof getBookingStatus>;
type PollState = {
  data: Status | undefined;
  error: unknown;
  dataUpdateCount: number;
  errorUpdateCount: number;
};

export type PaymentStatusPoll = {
  latest: Status | null;
  /** The error of the last poll. */
  error: Error | null;
  /** True while polling continues. */
  isPolling: boolean;
  pollAgain: () => void;
};

/** Polls the status of a payment until it is a booking, for one minute at most. */
export function usePaymentStatus(payment: PaymentRef | null): PaymentStatusPoll {
  const client = useQueryClient();
  const queryKey = [getBookingStatus.name, payment?.paymentIntent];
  const query = useQuery({
    queryKey,
    queryFn: payment
      ? ({ signal }) => call(getBookingStatus, { body: { ...payment, withReceipt: true }, signal })
      : skipToken,
    gcTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => nextPollDelayMs(state),
  });
  const state = client.getQueryState<Status>(queryKey);
  const isPolling = payment !== null && (query.isFetching || !state || nextPollDelayMs(state) !== false);
  return { latest: query.data ?? null, error: query.error, isPolling, pollAgain: () => void query.refetch() };
}

/** The delay before the next poll; false if the status is final, in maintenance, or if the minute is over. */
export function nextPollDelayMs({
  data,
  error,
  dataUpdateCount,
  errorUpdateCount,
}: PollState): number | false {
  const seconds = POLL_SECONDS[dataUpdateCount + errorUpdateCount - 1];
  if (seconds === undefined || isFinal(data) || isCode(error, 'not_found')) return false;
  // Maintenance lasts longer than the minute: the customer checks again.
  if (isCode(error, 'maintenance')) return false;
  const retryAfterSeconds = error instanceof CallError ? (error.retryAfter ?? 0) : 0;
  return Math.max(seconds, retryAfterSeconds) * 1000;
}

function isFinal(answer: Status | undefined): boolean {
  if (!answer) return false;
  return answer.booking !== null || !['processing', 'succeeded'].includes(answer.status);
}
