import type { Transaction, TransactionDetail } from '#contract/transactions.ts';

/** Nov 21, 2026, 12:05 PM in New York. */
const NOON = Date.parse('2026-11-21T17:05:00Z') / 1000;

/** A transaction of a test, as the server would list it. */
export function sampleTransaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    id: 'pi_3Deposit',
    type: 'payment',
    amount: 42_500,
    currency: 'usd',
    status: 'succeeded',
    created: NOON,
    bookingId: 12,
    receiptEmail: 'maria@example.com',
    reason: null,
    paymentMethod: 'card',
    ...changes,
  };
}

/** The same on its page: paid at the second attempt. */
export function sampleDetail(
  changes: Partial<TransactionDetail['details']> = {},
  others: Partial<TransactionDetail> = {},
): TransactionDetail {
  return {
    type: 'payment',
    details: {
      id: 'pi_3Deposit',
      created: NOON,
      status: 'succeeded',
      amount: 42_500,
      currency: 'usd',
      receipt_email: 'maria@example.com',
      metadata: { kind: 'deposit', checkout_id: 'c-1' },
      reason: null,
      last_payment_error: null,
      charges: {
        data: [
          {
            id: 'ch_2',
            status: 'succeeded',
            created: NOON + 60,
            outcome: { type: 'authorized', seller_message: 'Payment complete.' },
          },
          {
            id: 'ch_1',
            status: 'failed',
            created: NOON,
            outcome: { type: 'issuer_declined', seller_message: 'The bank did not say why.' },
          },
        ],
      },
      payment_method_types: ['card'],
      ...changes,
    },
    paymentIntent: { id: 'pi_3Deposit', payment_method_types: ['card'] },
    booking: SAMPLE_BOOKING,
    storedAt: null,
    ...others,
  };
}

const SAMPLE_BOOKING: TransactionDetail['booking'] = {
  id: 12,
  firstName: 'Maria',
  lastName: 'Alvarez',
  email: 'maria@example.com',
  phone: '(717) 555-0142',
  address: '118 Chestnut Street',
  city: 'Lancaster',
  state: 'PA',
  zip: '17602',
  rentalType: '7-day',
  dumpsterType: '15-yard',
  deliveryDate: '2026-12-01',
  endDate: '2026-12-07',
  notes: null,
  depositAmount: 42_500,
  finalPrice: null,
  status: 'pending',
  paymentStatus: 'deposit_paid',
  additionalPaymentAmount: null,
  additionalPaymentDate: null,
  refundAmount: null,
  refundDate: null,
  refundReason: null,
  stripePaymentIntentId: 'pi_3Deposit',
  dumpsterId: 3,
  needsAttention: null,
  createdAt: '2026-11-21T17:05:00.000Z',
};
