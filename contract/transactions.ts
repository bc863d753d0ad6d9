import * as z from 'zod/mini';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '#domain/money/transactions.ts';
import { TRANSACTION_WORK } from '#domain/rental/work-lists.ts';
import { endpoint } from './endpoint.ts';
import { cents, day, instant } from './fields.ts';
import { CSV_EXPORT, exportQuery, listQuery, rowNumber, textFilter } from './lists.ts';
import { booking } from './staff-bookings.ts';

const epochSeconds = z.int();

/** What staff recorded of a payment or refund outside Stripe; null for those of Stripe. */
export const recordedFacts = {
  /** The business day on which the money was received or paid out. */
  paymentDay: z.nullable(z.string()),
  /** The number of a check or transfer. */
  reference: z.nullable(z.string()),
  /** The name of the user who recorded it. */
  recordedBy: z.nullable(z.string()),
  /** A payment that was recorded by mistake, or whose check bounced. */
  voidedAt: z.nullable(instant),
  voidedBy: z.nullable(z.string()),
  voidReason: z.nullable(z.string()),
};

/** A payment or a refund. Amounts in cents; `created` in seconds since 1970. */
export const transaction = z.object({
  /** Stripe's id: pi_ for a payment, re_ for a refund, du_ or dp_ for a lost dispute; pay_ and rfd_ outside Stripe. */
  id: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  amount: cents,
  currency: z.string(),
  status: z.enum(TRANSACTION_STATUSES),
  created: epochSeconds,
  /** Null until the deposit is paid. */
  bookingId: z.nullable(z.int()),
  /** The name on the booking; null until it exists. */
  customer: z.nullable(z.string()),
  receiptEmail: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  paymentMethod: z.nullable(z.string()),
  /** Of a payment or refund outside Stripe; null for those of Stripe. */
  recorded: z.nullable(z.object(recordedFacts)),
});
export type Transaction = z.output<typeof transaction>;

/** Sums of the whole ledger, independent of the filter, in cents. Sales tax is in `pending` only. */
export const transactionSummary = z.object({
  /** Sum and number of succeeded payments. */
  total: z.int(),
  count: z.int(),
  /** Sum and number of succeeded refunds and lost disputes. */
  refunded: z.int(),
  refundCount: z.int(),
  /** The sales tax in these payments and refunds. */
  totalTax: z.int(),
  refundedTax: z.int(),
  /** Sum of payments in progress and pending refunds. */
  pending: z.int(),
});
export type TransactionSummary = z.output<typeof transactionSummary>;

/** The sort fields; with more than 1,000 filtered rows only `created`. */
export const TRANSACTION_SORTS = ['created', 'type', 'amount', 'status'] as const;

export const transactionFilters = {
  id: z.optional(textFilter),
  type: z.optional(z.enum(TRANSACTION_TYPES, 'There is no such type')),
  /** 'refunded' finds succeeded refunds. */
  status: z.optional(z.enum([...TRANSACTION_STATUSES, 'refunded'], 'There is no such status')),
  /** A work list of Today: its total is the number there. */
  work: z.optional(z.enum(TRANSACTION_WORK, 'There is no such work list')),
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

/** Stripe's data of a payment or a refund, with Stripe's field names. */
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
  /** Every payment attempt, latest first; for a refund, those of the refunded payment. */
  charges: z.object({ data: z.array(charge) }),
  payment_method_types: paymentMethodTypes,
});
export type StripeDetails = z.output<typeof stripeDetails>;

export const transactionReply = z.object({
  type: z.enum(TRANSACTION_TYPES),
  details: stripeDetails,
  /** The payment itself, or the refunded payment. */
  paymentIntent: z.object({ id: z.string(), payment_method_types: paymentMethodTypes }),
  /** Stripe's status of the latest dispute or inquiry of the payment. */
  disputeStatus: z.nullable(z.string()),
  booking: z.nullable(booking),
  /** Of a payment or refund outside Stripe; null for those of Stripe. */
  recorded: z.nullable(z.object(recordedFacts)),
  /** When the data was read, if Stripe does not respond now; null when it was just read. */
  storedAt: z.nullable(instant),
});
export type TransactionReply = z.output<typeof transactionReply>;

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/api/transactions',
  access: 'office:read',
  query: listQuery(TRANSACTION_SORTS, transactionFilters),
  reply: z.object({ transactions: z.array(transaction), summary: transactionSummary }),
});

export const getTransaction = endpoint({
  name: 'getTransaction',
  method: 'GET',
  path: '/api/transactions/:id',
  access: 'office:read',
  params: z.strictObject({ id: z.string().check(z.maxLength(255)) }),
  reply: transactionReply,
});

export const exportTransactions = endpoint({
  ...CSV_EXPORT,
  name: 'exportTransactions',
  path: '/api/transactions.csv',
  query: exportQuery(transactionFilters),
});
