/** The ledger has one row for each payment and each refund. */
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

/** Type names on screens. */
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

/** The name of a status on screens; a succeeded refund is 'Refunded'. */
export function transactionStatusLabel(type: TransactionType, status: TransactionStatus): string {
  return (type === 'refund' ? REFUND_LABELS : PAYMENT_LABELS)[status];
}

const PAYMENT_STATUSES = TRANSACTION_STATUSES.filter((status) => !['pending', 'failed'].includes(status));

/** Maps Stripe's status of a payment intent to the ledger's; null when the ledger has none for it. */
export function paymentStatusInLedger(stripeStatus: string): TransactionStatus | null {
  return PAYMENT_STATUSES.find((status) => status === stripeStatus) ?? null;
}

/** Maps Stripe's status of a refund to the ledger's; null when the ledger has none for it. */
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
