import type { StripeDetails } from '#contract/transactions.ts';
import { isRecordedId } from '#domain/money/recorded.ts';
import { paymentStatusInLedger, refundStatusInLedger } from '#domain/money/transactions.ts';
import type { StripeTransaction } from './account.ts';
import type { LedgerRow } from './repo.ts';

/** The transaction with Stripe's field names: from Stripe's data, and from the ledger for missing fields. */
export function makeStripeDetails(
  row: LedgerRow,
  payment: LedgerRow,
  account: StripeTransaction,
): StripeDetails {
  return {
    id: row.id,
    currency: row.currency,
    receipt_email: row.receiptEmail ?? account.intent?.receipt_email ?? null,
    charges: { data: account.charges },
    payment_method_types:
      isRecordedId(row.id) && row.paymentMethod ? [row.paymentMethod] : methodsOf(payment, account),
    ...(row.type === 'payment' ? ofPayment(row, account) : ofRefund(row, account)),
  };
}

/** The payment method types that are allowed or were used. */
export function methodsOf(payment: LedgerRow, { intent }: StripeTransaction): string[] {
  return intent?.payment_method_types ?? (payment.paymentMethod ? [payment.paymentMethod] : []);
}

type OwnDetails = Pick<
  StripeDetails,
  'created' | 'status' | 'amount' | 'metadata' | 'reason' | 'last_payment_error'
>;

function ofPayment(row: LedgerRow, { intent }: StripeTransaction): OwnDetails {
  if (!intent) return ledgerDetails(row);
  const error = intent.last_payment_error;
  const status = paymentStatusInLedger(intent.status) ?? row.status;
  return {
    created: intent.created,
    status,
    // A payment for several bookings has a row for each, with its share.
    amount: status === 'succeeded' && row.status === status ? row.amount : intent.amount,
    metadata: intent.metadata,
    reason: row.reason,
    last_payment_error: error ? { message: error.message ?? null, code: error.code ?? null } : null,
  };
}

/** A lost dispute has only the data of the ledger. */
function ofRefund(row: LedgerRow, { refund }: StripeTransaction): OwnDetails {
  if (!refund) return ledgerDetails(row);
  return {
    created: refund.created,
    status: refundStatusInLedger(refund.status) ?? row.status,
    amount: row.amount,
    metadata: refund.metadata ?? {},
    reason: row.reason,
    last_payment_error: refund.failure_reason ? { message: null, code: refund.failure_reason } : null,
  };
}

function ledgerDetails({ createdAt, status, amount, reason }: LedgerRow): OwnDetails {
  const created = Math.floor(createdAt / 1000);
  return { created, status, amount, metadata: {}, reason, last_payment_error: null };
}
