import type { Transaction, TransactionReply } from '#contract/transactions.ts';
import { sampleBooking } from './bookings.ts';

/** Nov 21, 2026, 12:05 PM in New York. */
const NOON = Date.parse('2026-11-21T17:05:00Z') / 1000;

/** A sample transaction as the server lists it. */
export function sampleTransaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    id: 'pi_3Deposit',
    type: 'payment',
    amount: 42_500,
    currency: 'usd',
    status: 'succeeded',
    created: NOON,
    bookingId: 12,
    customer: 'Maria Alvarez',
    receiptEmail: 'maria@example.com',
    reason: null,
    paymentMethod: 'card',
    recorded: null,
    ...changes,
  };
}

/** The same on its page: paid at the second attempt. */
export function sampleDetail(
  changes: Partial<TransactionReply['details']> = {},
  others: Partial<TransactionReply> = {},
): TransactionReply {
  return {
    type: 'payment',
    recorded: null,
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
    disputeStatus: null,
    booking: sampleBooking({ stripePaymentIntentId: 'pi_3Deposit' }),
    storedAt: null,
    ...others,
  };
}
