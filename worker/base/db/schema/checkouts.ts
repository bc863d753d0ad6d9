import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { agreedPriceColumns, bookingDetailColumns, utmColumn } from './booking-columns.ts';
import { bookings } from './bookings.ts';
import { rateCards } from './catalog.ts';
import { createdAt, dayColumn, instantMs } from './columns.ts';

/** `at`: milliseconds since 1970. */
export type TextOptIn = { wording: string; at: number; ip: string };

export const CHECKOUT_STATES = ['open', 'paid', 'expired'] as const;

/** A customer's unpaid booking, or an order of several: one hold and one payment intent. */
export const checkouts = sqliteTable(
  'checkouts',
  {
    /** A UUID; Stripe knows it as metadata.checkout_id. */
    id: text('id').primaryKey(),
    /** The caller's Idempotency-Key, or a digest of details and address without one. */
    key: text('key').notNull(),
    state: text('state', { enum: CHECKOUT_STATES }).notNull().default('open'),
    /** The revision that the customer sees; a higher one is being settled with Stripe. */
    currentRevision: integer('current_revision').notNull().default(1),
    /** Only of checkouts whose customer was created before their payment (docs/decisions/0118). */
    stripeCustomerId: text('stripe_customer_id'),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    /** Returned to a repeated call while the checkout is open. A trigger clears it afterwards. */
    clientSecret: text('client_secret'),
    /** Of an order of several dumpsters, the first booking. */
    bookingId: integer('booking_id').references(() => bookings.id),
    /** The IPv4 address or IPv6 /64 of the first caller. Limits and blocks go by the networks below. */
    ipKey: text('ip_key').notNull(),
    emailKey: text('email_key').notNull(),
    phoneKey: text('phone_key').notNull(),
    termsVersion: text('terms_version').notNull(),
    termsAcceptedAt: instantMs('terms_accepted_at').notNull(),
    termsIp: text('terms_ip').notNull(),
    expiresAt: instantMs('expires_at').notNull(),
    /** One writer at a time: the token of its claim, and the end of the claim. */
    lockToken: text('lock_token'),
    lockedUntil: instantMs('locked_until'),
    createdAt: createdAt(),
    /** The random id that the browser sent; null without one. */
    deviceId: text('device_id'),
    /**
     * SHA-256 of the client secret, which proves the payer when the page reads the booking's status; null before the
     * payment intent is made.
     */
    clientSecretHash: text('client_secret_hash'),
    /** Networks whose live holds are limited (worker/base/http/guards/address.ts); '' where the address is not known. */
    homeNetwork: text('home_network').notNull().default(''),
    wideNetwork: text('wide_network').notNull().default(''),
    /** The rate card of all its revisions. */
    rateCardId: integer('rate_card_id')
      .notNull()
      .references(() => rateCards.id),
    utm: utmColumn(),
  },
  (table) => [
    uniqueIndex('checkouts_key').on(table.key).where(sql`state <> 'expired'`),
    uniqueIndex('checkouts_payment_intent').on(table.stripePaymentIntentId),
    index('checkouts_open').on(table.createdAt).where(sql`state = 'open'`),
    index('checkouts_expired').on(table.createdAt).where(sql`state = 'expired'`),
    index('checkouts_open_home').on(table.homeNetwork).where(sql`state = 'open'`),
    index('checkouts_open_wide').on(table.wideNetwork).where(sql`state = 'open'`),
    index('checkouts_open_email').on(table.emailKey).where(sql`state = 'open'`),
    index('checkouts_open_phone').on(table.phoneKey).where(sql`state = 'open'`),
    index('checkouts_device').on(table.deviceId, table.createdAt).where(sql`device_id IS NOT NULL`),
    check('checkouts_paid', sql`(${table.state} = 'paid') = (${table.bookingId} IS NOT NULL)`),
  ],
);

/** The details of a checkout, one row for each change; amount in cents. Revision numbers are never reused. */
export const checkoutRevisions = sqliteTable(
  'checkout_revisions',
  {
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    /** SHA-256 of the details: a call with the same data gets the same intent. */
    fingerprint: text('fingerprint').notNull(),
    ...bookingDetailColumns,
    notes: text('notes').notNull(),
    endDate: text('end_date').notNull(),
    /** Of all its dumpsters. */
    amount: integer('amount').notNull(),
    createdAt: createdAt(),
    ...agreedPriceColumns,
    /** The day of the final pickup. */
    pickupDay: text('pickup_day').notNull(),
    /** How many dumpsters; each becomes a booking. Triggers refuse others than 1 to 5. */
    quantity: integer('quantity').notNull().default(1),
    /** The consent to text messages, with its evidence; null without one. */
    textOptIn: text('text_opt_in', { mode: 'json' }).$type<TextOptIn>(),
  },
  (table) => [
    primaryKey({ columns: [table.checkoutId, table.revision] }),
    dayColumn('checkout_revisions_delivery_day', table.deliveryDate),
    dayColumn('checkout_revisions_end_day', table.endDate),
    check('checkout_revisions_order', sql`${table.deliveryDate} <= ${table.endDate}`),
    check('checkout_revisions_amount', sql`${table.amount} > 0`),
  ],
);
