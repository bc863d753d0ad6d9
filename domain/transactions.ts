/** What the ledger holds: one row a payment and one a refund (SPEC 4). */
export const TRANSACTION_TYPES = ['payment', 'refund'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTION_STATUSES = [
  'succeeded',
  'processing',
  'requires_payment_method',
  'requires_action',
  'canceled',
  'pending',
  'failed',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** What people call a type. */
export const TRANSACTION_TYPE_LABELS: Readonly<Record<TransactionType, string>> = {
  payment: 'Payment',
  refund: 'Refund',
};

const PAYMENT_LABELS: Readonly<Record<TransactionStatus, string>> = {
  succeeded: 'Succeeded',
  processing: 'Processing',
  requires_payment_method: 'Requires Payment Method',
  requires_action: 'Requires Action',
  canceled: 'Canceled',
  pending: 'Pending',
  failed: 'Failed',
};

const REFUND_LABELS: Readonly<Record<TransactionStatus, string>> = {
  ...PAYMENT_LABELS,
  succeeded: 'Refunded',
  pending: 'Refund Pending',
  failed: 'Refund Failed',
};

/** What people call a status: a refund that succeeded is 'Refunded'. */
export function transactionStatusLabel(type: TransactionType, status: TransactionStatus): string {
  return (type === 'refund' ? REFUND_LABELS : PAYMENT_LABELS)[status];
}

const PAYMENT_STATUSES = TRANSACTION_STATUSES.filter((status) => !['pending', 'failed'].includes(status));

/** Stripe's status of an intent in the ledger's terms; null for one that the ledger does not know. */
export function paymentStatusInLedger(stripeStatus: string): TransactionStatus | null {
  return PAYMENT_STATUSES.find((status) => status === stripeStatus) ?? null;
}

/** Stripe's status of a refund in the ledger's terms; null for one that the ledger does not know. */
export function refundStatusInLedger(stripeStatus: string | null): TransactionStatus | null {
  switch (stripeStatus) {
    case 'succeeded':
      return 'succeeded';
    case 'pending':
    case 'requires_action':
      return 'pending';
    case 'failed':
    case 'canceled':
      return 'failed';
    default:
      return null;
  }
}
