import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '#domain/money/transactions.ts';
import { bookings } from './bookings.ts';
import { checkouts } from './checkouts.ts';
import { createdAt, instantMs } from './columns.ts';
import { users } from './users.ts';

export const TRANSACTION_KINDS = ['deposit', 'balance', 'refund', 'dispute'] as const;

/** The ledger: one row for each payment and refund, amounts in cents. A copy of Stripe's objects. */
export const transactions = sqliteTable(
  'transactions',
  {
    /**
     * Stripe's id: pi_ for a payment, re_ for a refund, the dispute's id for a lost dispute. The further shares of one that
     * several bookings share have a dot and a number behind it (domain/money/shares.ts).
     */
    id: text('id').primaryKey(),
    type: text('type', { enum: TRANSACTION_TYPES }).notNull(),
    kind: text('kind', { enum: TRANSACTION_KINDS }).notNull(),
    bookingId: integer('booking_id').references(() => bookings.id),
    checkoutId: text('checkout_id').references(() => checkouts.id),
    /** For a refund: its payment. */
    paymentId: text('payment_id').references((): AnySQLiteColumn => transactions.id),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status', { enum: TRANSACTION_STATUSES }).notNull(),
    receiptEmail: text('receipt_email'),
    reason: text('reason'),
    paymentMethod: text('payment_method'),
    chargeId: text('charge_id'),
    receiptUrl: text('receipt_url'),
    /** The object as last read from Stripe, without secrets: shown when Stripe does not answer. */
    snapshot: text('snapshot', { mode: 'json' }),
    createdAt: createdAt(),
    updatedAt: instantMs('updated_at').notNull(),
    /**
     * The row's position in the list: its second times a million, plus a number within that second. Unique, and set by
     * a trigger only.
     */
    place: integer('place'),
    /** A payment's dispute, and Stripe's status of it. */
    disputeId: text('dispute_id'),
    disputeStatus: text('dispute_status'),
    /** Start of the read of that status at Stripe: an earlier read never replaces it. */
    disputeReadAt: instantMs('dispute_read_at'),
    /** Until when Stripe accepts evidence; null when it wants none. */
    disputeDueAt: instantMs('dispute_due_at'),
    /** For a payment or refund outside Stripe ('pay_...', 'rfd_...'): its business day. Null for those of Stripe. */
    paymentDay: text('payment_day'),
    /** The number of a check or transfer. */
    reference: text('reference'),
    recordedBy: integer('recorded_by').references(() => users.id),
    /** A payment that was recorded by mistake, or whose check bounced, keeps its row with status canceled. */
    voidedAt: instantMs('voided_at'),
    voidedBy: integer('voided_by').references(() => users.id),
    voidReason: text('void_reason'),
    /** The part of a refund by which staff lowered the price: the customer does not owe it again. */
    discountAmount: integer('discount_amount').notNull().default(0),
  },
  (table) => [
    index('transactions_created').on(table.createdAt),
    index('transactions_booking').on(table.bookingId),
    index('transactions_checkout').on(table.checkoutId),
    uniqueIndex('transactions_place').on(table.place),
    index('transactions_of_booking').on(table.bookingId, table.place),
    index('transactions_of_type').on(table.type, table.place),
    index('transactions_of_status').on(table.status, table.place),
    index('transactions_of_type_and_status').on(table.type, table.status, table.place),
    index('transactions_refunds_of').on(table.paymentId).where(sql`payment_id IS NOT NULL`),
    index('transactions_open_disputes').on(table.disputeStatus).where(sql`dispute_status IS NOT NULL`),
    index('transactions_of_amount').on(table.amount, table.place),
    check('transactions_amount', sql`${table.amount} > 0`),
    check(
      'transactions_kind',
      sql`${table.type} IN ('payment', 'refund') AND (${table.type} = 'payment' OR ${table.kind} NOT IN ('deposit', 'balance')) AND (${table.type} = 'refund' OR ${table.kind} NOT IN ('refund', 'dispute'))`,
    ),
    check('transactions_refund_of', sql`(${table.type} = 'refund') = (${table.paymentId} IS NOT NULL)`),
  ],
);

/** Events from Stripe, ids only: the object is always read again. */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id').notNull(),
    apiVersion: text('api_version'),
    /** Stripe's clock, in milliseconds. */
    created: instantMs('created').notNull(),
    receivedAt: instantMs('received_at').notNull(),
    processedAt: instantMs('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
  },
  (table) => [
    index('stripe_events_unprocessed').on(table.receivedAt).where(sql`processed_at IS NULL`),
    index('stripe_events_processed').on(table.processedAt).where(sql`processed_at IS NOT NULL`),
    index('stripe_events_object').on(table.objectId, table.type),
  ],
);
