import { text } from 'drizzle-orm/sqlite-core';
import type { BookingDetails } from '#contract/bookings.ts';
import { PLACEMENT_TYPES, type Quote, type Utm } from '#domain/catalog/quote.ts';
import { dumpsterSizes, materials, rentalOptions } from './catalog.ts';

/**
 * A column for each of a customer's booking details, the same in checkout_revisions and in bookings. A detail that
 * can be left empty is '' in a revision and null in a booking, where its column allows null.
 */
export const bookingDetailColumns = {
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  zip: text('zip').notNull(),
  rentalType: text('rental_type')
    .notNull()
    .references(() => rentalOptions.id),
  dumpsterType: text('dumpster_type')
    .notNull()
    .references(() => dumpsterSizes.id),
  deliveryDate: text('delivery_date').notNull(),
  notes: text('notes'),
  company: text('company'),
  poNumber: text('po_number'),
  /** Where to put the dumpster, a gate code. */
  placement: text('placement'),
} satisfies Record<keyof BookingDetails, unknown>;

/** What the price of a booking depends on beside its details, the same in checkout_revisions and in bookings. */
export const agreedPriceColumns = {
  materialId: text('material_id')
    .notNull()
    .references(() => materials.id),
  /** The zone of the ZIP code when it was priced; null: none. */
  zone: text('zone'),
  placementType: text('placement_type', { enum: PLACEMENT_TYPES }).notNull().default('private'),
  /** The price lines as the customer saw them; null without any. */
  quote: text('quote', { mode: 'json' }).$type<Quote>(),
};

/** utm_* parameters of the address with which the customer came. */
export const utmColumn = () => text('utm', { mode: 'json' }).$type<Utm>();
