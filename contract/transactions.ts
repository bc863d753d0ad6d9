import * as z from 'zod/mini';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '#domain/transactions.ts';
import { endpoint } from './endpoint.ts';
import { cents, day, instant } from './fields.ts';
import { listQuery, rowNumber, textFilter } from './lists.ts';
import { booking } from './staff-bookings.ts';

const epochSeconds = z.int();

/** A payment or a refund (SPEC 3). Amounts in cents; `created` in seconds since 1970. */
export const transaction = z.object({
  /** Stripe's id: pi_ of a payment, re_ of a refund, the dispute's of a lost dispute. */
  id: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  amount: cents,
  currency: z.string(),
  status: z.enum(TRANSACTION_STATUSES),
  created: epochSeconds,
  /** Null as long as the deposit is not paid. */
  bookingId: z.nullable(z.int()),
  receiptEmail: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  paymentMethod: z.nullable(z.string()),
});
export type Transaction = z.output<typeof transaction>;

/** Of the whole ledger, whatever the filter; in cents. */
export const transactionSummary = z.object({
  /** Payments that succeeded, and how many. */
  total: z.int(),
  count: z.int(),
  /** Refunds that succeeded, and how many. */
  refunded: z.int(),
  refundCount: z.int(),
  /** Payments under way and refunds that are pending. */
  pending: z.int(),
});
export type TransactionSummary = z.output<typeof transactionSummary>;

/** What the list can be sorted by; beyond 1,000 matches of a filter only by `created`. */
export const TRANSACTION_SORTS = ['created', 'type', 'amount', 'status'] as const;

export const transactionFilters = {
  id: z.optional(textFilter),
  type: z.optional(z.enum(TRANSACTION_TYPES, 'There is no such type')),
  /** 'refunded' is that of a refund which succeeded. */
  status: z.optional(z.enum([...TRANSACTION_STATUSES, 'refunded'], 'There is no such status')),
  /** Days of the business. */
  created: z.optional(day),
  createdFrom: z.optional(day),
  createdTo: z.optional(day),
  bookingId: z.optional(rowNumber),
};

const charge = z.object({
  id: z.string(),
  status: z.string(),
  created: epochSeconds,
  outcome: z.nullable(z.object({ type: z.string(), seller_message: z.nullable(z.string()) })),
});
export type ChargeAttempt = z.output<typeof charge>;

const paymentMethodTypes = z.array(z.string());

/** What Stripe tells of a payment or a refund, by Stripe's names (SPEC 3). */
export const stripeDetails = z.object({
  id: z.string(),
  created: epochSeconds,
  status: z.enum(TRANSACTION_STATUSES),
  amount: cents,
  currency: z.string(),
  receipt_email: z.nullable(z.string()),
  metadata: z.record(z.string(), z.string()),
  reason: z.nullable(z.string()),
  last_payment_error: z.nullable(z.object({ message: z.nullable(z.string()), code: z.nullable(z.string()) })),
  /** Every attempt to pay, latest first; of a refund, those of the payment that it takes back. */
  charges: z.object({ data: z.array(charge) }),
  payment_method_types: paymentMethodTypes,
});
export type StripeDetails = z.output<typeof stripeDetails>;

export const transactionReply = z.object({
  type: z.enum(TRANSACTION_TYPES),
  details: stripeDetails,
  /** The payment itself, or the one that a refund takes back. */
  paymentIntent: z.object({ id: z.string(), payment_method_types: paymentMethodTypes }),
  /** Stripe's status of the payment's latest dispute or inquiry. */
  disputeStatus: z.nullable(z.string()),
  booking: z.nullable(booking),
  /** When this was read from Stripe, if Stripe could not be asked now; null when it is as of now. */
  storedAt: z.nullable(instant),
});
export type TransactionReply = z.output<typeof transactionReply>;

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/api/transactions',
  summary:
    'The payments and refunds, latest first, and what they come to: searched, filtered, sorted and paged.',
  access: 'office:read',
  query: listQuery(TRANSACTION_SORTS, transactionFilters),
  reply: z.object({ transactions: z.array(transaction), summary: transactionSummary }),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

export const getTransaction = endpoint({
  name: 'getTransaction',
  method: 'GET',
  path: '/api/transactions/:id',
  summary: 'A payment or refund as Stripe has it, or as it was last read where Stripe does not answer.',
  access: 'office:read',
  params: z.strictObject({ id: z.string().check(z.maxLength(255)) }),
  reply: transactionReply,
  errors: ['unauthenticated', 'forbidden', 'not_found'],
});
