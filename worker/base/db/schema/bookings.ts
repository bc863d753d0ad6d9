import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { QuoteLine } from '#domain/catalog/quote.ts';
import type { CancellationPolicy } from '#domain/catalog/rate-card.ts';
import { SITE_STATUSES } from '#domain/jobs/jobs.ts';
import {
  ATTENTION_REASONS,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  PAYMENT_STATUSES,
} from '#domain/rental/bookings.ts';
import { agreedPriceColumns, bookingDetailColumns, utmColumn } from './booking-columns.ts';
import { dumpsterSizes, rateCards } from './catalog.ts';
import { createdAt, dayColumn, instantMs, rowId } from './columns.ts';
import { users } from './users.ts';

/** The digits of the phone number without its extension, as phoneKey (domain/shared/phone-numbers.ts). */
const PHONE_DIGITS = [
  "' '",
  "'-'",
  "'('",
  "')'",
  "'.'",
  "'/'",
  "'+'",
  "','",
  "';'",
  "'e'",
  'char(160)',
].reduce(
  (text, character) => `replace(${text}, ${character}, '')`,
  "substr(lower(replace(phone, '#', 'x')), 1, instr(lower(replace(phone, '#', 'x')) || 'x', 'x') - 1)",
);
const CONTACT_KEY = `coalesce(nullif(lower(trim(email)), ''), nullif(substr(${PHONE_DIGITS}, -10), ''))`;

/** Rentals; amounts in cents. A rental of the public page has no row before its deposit is paid. */
export const bookings = sqliteTable(
  'bookings',
  {
    id: rowId(),
    ...bookingDetailColumns,
    /** Null for a booking by phone of a customer without an address; the public form requires one. */
    email: text('email'),
    dumpsterType: text('dumpster_type')
      .notNull()
      .default('15-yard')
      .references(() => dumpsterSizes.id),
    depositAmount: integer('deposit_amount').notNull(),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    /** Of the specified fields, never filled: the payer's secret is stored with the checkout. */
    stripeClientSecret: text('stripe_client_secret'),
    stripeCustomerId: text('stripe_customer_id'),
    stripePaymentMethodId: text('stripe_payment_method_id'),
    /** Of the specified fields, never filled: the unit is read from dumpster_schedule. */
    dumpsterId: integer('dumpster_id'),
    status: text('status', { enum: BOOKING_STATUSES }).notNull().default('pending'),
    finalPrice: integer('final_price'),
    paymentStatus: text('payment_status', { enum: PAYMENT_STATUSES }).notNull().default('deposit_paid'),
    additionalPaymentAmount: integer('additional_payment_amount'),
    additionalPaymentDate: instantMs('additional_payment_date'),
    refundAmount: integer('refund_amount'),
    refundDate: instantMs('refund_date'),
    refundReason: text('refund_reason'),
    needsAttention: text('needs_attention', { enum: ATTENTION_REASONS }),
    /** Evidence that the terms were accepted: version, time and IP address. */
    termsVersion: text('terms_version'),
    termsAcceptedAt: instantMs('terms_accepted_at'),
    termsIp: text('terms_ip'),
    createdAt: createdAt(),
    /** Incremented by every change by staff: the ETag. */
    version: integer('version').notNull().default(1),
    /** The e-mail address, trimmed and in lower case; null without one. */
    clientEmail: text('client_email').generatedAlwaysAs(sql`lower(trim(email))`, { mode: 'virtual' }),
    /** The e-mail address, else the last ten digits of the phone number; null without both. */
    contactKey: text('contact_key').generatedAlwaysAs(sql.raw(CONTACT_KEY), { mode: 'virtual' }),
    /** The key of the booking's client: `contactKey`, or the key that it is merged into. Triggers keep it. */
    clientKey: text('client_key'),
    /** When the confirmation was e-mailed, which happens once a booking. */
    confirmedEmailAt: instantMs('confirmed_email_at'),
    ...agreedPriceColumns,
    /** The rate card that priced the booking. */
    rateCardId: integer('rate_card_id')
      .notNull()
      .references(() => rateCards.id),
    /** The last rental day. */
    endDate: text('end_date').notNull(),
    /** The day of the final pickup: the end date or the next day with pickups. The unit is reserved until then. */
    pickupDay: text('pickup_day').notNull(),
    /** The pickup day when the last rental day was agreed. Triggers keep it: a late pickup moves only pickup_day. */
    agreedPickupDay: text('agreed_pickup_day').notNull().default(''),
    /** The day for which the customer asked for a pickup that the business made later; null: none is known. */
    pickupAskedDay: text('pickup_asked_day'),
    /** Why staff took the days after the agreed pickup off the price; null: they count. */
    keptDaysRemoved: text('kept_days_removed'),
    utm: utmColumn(),
    permitNumber: text('permit_number'),
    permitExpires: text('permit_expires'),
    /** What final_price consists of; null if staff entered another amount. Triggers: the lines add up to it. */
    finalPriceLines: text('final_price_lines', { mode: 'json' }).$type<QuoteLine[]>(),
    secondPhone: text('second_phone'),
    /** For staff only. */
    internalNotes: text('internal_notes'),
    source: text('source', { enum: BOOKING_SOURCES }).notNull().default('web'),
    /** The user who made the booking; null for one that the customer made. */
    createdBy: integer('created_by').references(() => users.id),
    cancelledAt: instantMs('cancelled_at'),
    /** The rule that the customer agreed to; null: a full refund is proposed. */
    cancellationPolicy: text('cancellation_policy', { mode: 'json' }).$type<CancellationPolicy>(),
    /** The sum of the succeeded payments, before refunds. Triggers of transactions keep it. */
    paidAmount: integer('paid_amount').notNull().default(0),
    /** The sum of the succeeded refunds that are no discount. Triggers of transactions keep it. */
    dueAgainAmount: integer('due_again_amount').notNull().default(0),
    /** What the booking owes: remainingAmount of domain/money/balance.ts as SQL. */
    balanceDue: integer('balance_due').generatedAlwaysAs(
      sql`max(0, coalesce(final_price, deposit_amount) - paid_amount + iif(status = 'cancelled', 0, due_again_amount))`,
      { mode: 'virtual' },
    ),
    /** The Idempotency-Key with which staff made the booking, or a random id; null for one that the customer made. */
    requestKey: text('request_key'),
    /** SHA-256 of that call: another body under the key is refused. */
    requestHash: text('request_hash'),
    /** The SEQUENCE of the latest calendar file (RFC 5545). */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    /** Whether the unit is at the customer. Triggers of jobs keep it. */
    siteStatus: text('site_status', { enum: SITE_STATUSES }).notNull().default('not_delivered'),
  },
  (table) => [
    uniqueIndex('bookings_payment_intent').on(table.stripePaymentIntentId),
    uniqueIndex('bookings_request_key').on(table.requestKey).where(sql`request_key IS NOT NULL`),
    // Each index serves a filter in the order of id, and the order of its column.
    index('bookings_status').on(table.status, table.id),
    index('bookings_payment_status').on(table.paymentStatus, table.id),
    index('bookings_rental_type').on(table.rentalType, table.id),
    index('bookings_dumpster_type').on(table.dumpsterType, table.id),
    index('bookings_state').on(table.state, table.id),
    index('bookings_delivery_date').on(table.deliveryDate, table.id),
    index('bookings_created').on(table.createdAt, table.id),
    index('bookings_deposit').on(table.depositAmount, table.id),
    // Bookings without a final price come first.
    index('bookings_final_price').on(sql`coalesce(${table.finalPrice}, -1)`, table.id),
    index('bookings_customer').on(sql`lower(${table.lastName} || ' ' || ${table.firstName})`, table.id),
    index('bookings_status_day').on(table.status, table.deliveryDate, table.id),
    // For the reminders: the bookings that are not over.
    index('bookings_live_end').on(table.endDate).where(sql`status IN ('pending', 'confirmed', 'in_transit')`),
    index('bookings_end_date').on(table.endDate, table.id),
    index('bookings_balance_due').on(table.balanceDue, table.id),
    index('bookings_source').on(table.source, table.id),
    // For the work of a day (worker/bookings/list/work-repo.ts).
    index('bookings_on_site').on(table.pickupDay, table.id).where(sql`site_status = 'on_site'`),
    index('bookings_due').on(table.id).where(sql`balance_due > 0 AND status <> 'cancelled'`),
    index('bookings_unpriced')
      .on(table.status, table.id)
      .where(sql`status = 'completed' AND final_price IS NULL`),
    index('bookings_client').on(table.clientEmail, table.deliveryDate, table.id),
    index('bookings_client_key').on(table.clientKey, table.deliveryDate, table.id),
    dayColumn('bookings_delivery_day', table.deliveryDate),
    check('bookings_state', sql`${table.state} GLOB '[A-Z][A-Z]'`),
    check(
      'bookings_amounts',
      sql`${table.depositAmount} >= 0 AND ${table.finalPrice} >= 0 AND ${table.additionalPaymentAmount} >= 0 AND ${table.refundAmount} >= 0`,
    ),
    check('bookings_client_secret_empty', sql`${table.stripeClientSecret} IS NULL`),
    check('bookings_dumpster_empty', sql`${table.dumpsterId} IS NULL`),
  ],
);

/** What staff must look at, one row for each reason. bookings.needs_attention is the most urgent of them (triggers). */
export const attention = sqliteTable(
  'attention',
  {
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    reason: text('reason', { enum: ATTENTION_REASONS }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.reason] }),
    index('attention_reason').on(table.reason, table.bookingId),
  ],
);
