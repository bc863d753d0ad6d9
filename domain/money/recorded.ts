import { type Day, formatDay } from '#domain/shared/days.ts';

/** How money moves outside Stripe. Staff record such payments and refunds. */
export const RECORDED_METHODS = ['cash', 'check', 'transfer'] as const;
export type RecordedMethod = (typeof RECORDED_METHODS)[number];

export const RECORDED_METHOD_LABELS: Readonly<Record<RecordedMethod, string>> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Bank transfer',
};

/** Why a payment outside Stripe cannot be of a day; null if it can. `bookedOn`: the day on which the booking was made. */
export function paymentDayRefusal(
  day: Day,
  { today, bookedOn }: { today: Day; bookedOn: Day },
): string | null {
  if (day > today) return 'The day must not be in the future';
  if (day >= bookedOn) return null;
  return `The day must not be before the booking was made, ${formatDay(bookedOn)}`;
}

/** The ledger's id of a payment outside Stripe, from a UUID. */
export function recordedPaymentId(uuid: string): string {
  return `pay_${uuid.replaceAll('-', '')}`;
}

/** The ledger's id of a refund outside Stripe, from the UUID of its part. */
export function recordedRefundId(uuid: string): string {
  return `rfd_${uuid.replaceAll('-', '')}`;
}

/** Whether Stripe does not know a payment or refund, by its id. */
export function isRecordedId(id: string): boolean {
  return /^(pay|rfd)_/.test(id);
}

/** A payment method of the ledger on screens: 'Card', 'Cash'; an unknown one of Stripe as it is. */
export function paymentMethodLabel(method: string): string {
  if (method === 'card') return 'Card';
  return Object.hasOwn(RECORDED_METHOD_LABELS, method)
    ? RECORDED_METHOD_LABELS[method as RecordedMethod]
    : method;
}
