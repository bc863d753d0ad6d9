import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { RECORDED_METHODS } from '#domain/money/recorded.ts';
import { LINK_END_REASONS } from '#domain/rental/history.ts';
import { bookings } from './bookings.ts';
import { createdAt, instantMs, rowId } from './columns.ts';
import { transactions } from './payments.ts';
import { users } from './users.ts';

export const OPERATION_KINDS = ['charge', 'refund', 'cancel'] as const;

export const OPERATION_STATES = [
  'started',
  'confirming',
  'unknown',
  'succeeded',
  'failed',
  'canceled',
] as const;

/**
 * A charge, refund or cancellation by staff, written before the call to Stripe; a booking has at most one live operation. A charge is
 * 'confirming' once its intent is known, 'failed' after a decline, 'canceled' once it is certain
 * that nothing was charged.
 */
export const paymentOperations = sqliteTable(
  'payment_operations',
  {
    id: rowId(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    kind: text('kind', { enum: OPERATION_KINDS }).notNull(),
    state: text('state', { enum: OPERATION_STATES }).notNull().default('started'),
    amount: integer('amount').notNull(),
    reason: text('reason'),
    idempotencyKey: text('idempotency_key'),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    errorCode: text('error_code'),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    updatedAt: instantMs('updated_at').notNull(),
    /** SHA-256 of the request under the idempotency key: another body with the same key is refused. */
    requestHash: text('request_hash'),
    /** End of the current worker's claim; after a crash another one continues from then. */
    claimedUntil: instantMs('claimed_until'),
    /** For a refund: whether the customer gets an e-mail. */
    notifyCustomer: integer('notify_customer', { mode: 'boolean' }).notNull().default(false),
    /** For a cancellation: the version of the booking that staff saw. */
    bookingVersion: integer('booking_version'),
  },
  (table) => [
    uniqueIndex('payment_operations_live')
      .on(table.bookingId)
      .where(sql`state NOT IN ('succeeded', 'failed', 'canceled')`),
    uniqueIndex('payment_operations_key').on(table.idempotencyKey),
    uniqueIndex('payment_operations_intent').on(table.stripePaymentIntentId),
    // A charge or a refund moves money; other operations may move none.
    check(
      'payment_operations_amount',
      sql`${table.amount} > 0 OR (${table.amount} = 0 AND ${table.kind} NOT IN ('charge', 'refund'))`,
    ),
  ],
);

/** 'open' until Stripe reports a result; 'pending' while the bank processes it. */
export const REFUND_PART_STATES = ['open', 'succeeded', 'pending', 'failed'] as const;

/** The part of a refund that is taken from one payment, with its own idempotency key; written before the call to Stripe. */
export const refundParts = sqliteTable(
  'refund_parts',
  {
    /** A UUID; Stripe knows it as metadata.refund_part_id. */
    id: text('id').primaryKey(),
    operationId: integer('operation_id')
      .notNull()
      .references(() => paymentOperations.id),
    paymentId: text('payment_id')
      .notNull()
      .references(() => transactions.id),
    amount: integer('amount').notNull(),
    state: text('state', { enum: REFUND_PART_STATES }).notNull().default('open'),
    /** Stripe's re_ id, once known; 'rfd_...' for a payment outside Stripe. */
    refundId: text('refund_id'),
    errorCode: text('error_code'),
    createdAt: createdAt(),
    /** For a payment outside Stripe: how it was paid out. Null: in the way in which it was paid. */
    paidOutMethod: text('paid_out_method', { enum: RECORDED_METHODS }),
    paidOutReference: text('paid_out_reference'),
    /** The part of the amount by which staff lowered the price. */
    discountAmount: integer('discount_amount').notNull().default(0),
  },
  (table) => [
    uniqueIndex('refund_parts_of').on(table.operationId, table.paymentId),
    uniqueIndex('refund_parts_refund').on(table.refundId),
    index('refund_parts_payment').on(table.paymentId),
    check('refund_parts_amount', sql`${table.amount} > 0`),
  ],
);

export const PAY_LINK_STATES = ['open', 'paid', 'withdrawn'] as const;

/** A payment link for the remaining balance: one payment intent, at most one open link a booking. */
export const payLinks = sqliteTable(
  'pay_links',
  {
    /** A UUID. */
    id: text('id').primaryKey(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    stripePaymentIntentId: text('stripe_payment_intent_id').notNull(),
    amount: integer('amount').notNull(),
    state: text('state', { enum: PAY_LINK_STATES }).notNull().default('open'),
    expiresAt: instantMs('expires_at').notNull(),
    createdAt: createdAt(),
    endedAt: instantMs('ended_at'),
    /**
     * Why the link ended, stored before its intent is cancelled at Stripe: Stripe's event can arrive before its reply.
     * Null if the link is open or paid, or its intent was cancelled at Stripe.
     */
    endReason: text('end_reason', { enum: LINK_END_REASONS }),
    /** The user whose action ended the link. */
    endedBy: integer('ended_by').references(() => users.id),
    /** 'deposit': the first payment of a booking that staff made. */
    kind: text('kind', { enum: ['deposit', 'balance'] })
      .notNull()
      .default('balance'),
    /** True if the booking is cancelled when the link ends unpaid. */
    cancelsBooking: integer('cancels_booking', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('pay_links_open').on(table.bookingId).where(sql`state = 'open'`),
    uniqueIndex('pay_links_intent').on(table.stripePaymentIntentId),
    index('pay_links_opened').on(table.createdAt).where(sql`state = 'open'`),
    // For the cron: links that ended and may have to cancel their bookings.
    index('pay_links_releasing').on(table.createdAt).where(sql`cancels_booking = 1 AND state = 'withdrawn'`),
    check('pay_links_amount', sql`${table.amount} > 0`),
    check('pay_links_ended', sql`(${table.state} = 'open') = (${table.endedAt} IS NULL)`),
  ],
);

/** The URLs of a link, by the hash of their token: one for each e-mail and each copy. All end with the link. */
export const payLinkTokens = sqliteTable(
  'pay_link_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    payLinkId: text('pay_link_id')
      .notNull()
      .references(() => payLinks.id),
    createdAt: createdAt(),
  },
  (table) => [index('pay_link_tokens_link').on(table.payLinkId, table.createdAt)],
);
