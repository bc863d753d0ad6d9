import * as z from 'zod/mini';
import { PLACEMENT_TYPES } from '#domain/catalog/quote.ts';
import { ORDER_RULES } from '#domain/rental/availability.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { bookingDetails } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import {
  day,
  email,
  emptyAsNull,
  freeText,
  instant,
  LIMITS,
  line,
  material,
  phone,
  placementText,
  rentalType,
  state,
  zip,
} from './fields.ts';
import { centsText } from './lists.ts';
import { quoteReply } from './prices.ts';
import { recordedMethod, recordedPaymentFields } from './recorded-payments.ts';
import { calendarWarning } from './reopening.ts';
import { booking } from './staff-bookings.ts';
import { timeWindow } from './time-windows.ts';

const AMOUNT = 'Enter an amount in dollars';
const TOO_HIGH = 'Must be at most $999,999.99';

/** For a payment that does not lead to the page with the terms. */
export const TERMS_NOT_ASKED = 'Read the terms to the customer, or enter why not';

/** A detail that can be left empty; '' becomes null. */
function optional<S extends z.ZodMiniType<string, string>>(schema: S) {
  return z._default(emptyAsNull(schema), null);
}

/** How the customer of a booking by phone pays. Amounts in cents. */
const payment = z.discriminatedUnion(
  'method',
  [
    z.strictObject({
      method: z.literal('link'),
      /** When the payment page ends at the latest; the booking is cancelled then if it is not paid. */
      expiresAt: z.iso.datetime({ offset: true, error: 'Choose when the link ends' }),
    }),
    z.strictObject({
      method: recordedMethod,
      ...recordedPaymentFields,
    }),
    z.strictObject({ method: z.literal('later') }),
  ],
  'Choose how the customer pays',
);

/** The details of a booking that staff make for a customer on the phone. */
export const newBooking = z.extend(bookingDetails, {
  /** Required for a payment link. */
  email: optional(email),
  secondPhone: optional(phone),
  company: optional(line('Enter the company', LIMITS.name)),
  poNumber: optional(line('Enter the PO number', LIMITS.name)),
  placement: optional(placementText),
  placementType: z._default(z.enum(PLACEMENT_TYPES, "Must be 'private' or 'street'"), 'private'),
  permitNumber: optional(line('Enter the permit number', LIMITS.name)),
  permitExpires: optional(day),
  notes: optional(freeText),
  /** For staff only. */
  internalNotes: optional(freeText),
  /** Absent: the first material that is offered for the rental and the size. */
  material: z.optional(material),
  /** When the customer expects the delivery; absent: at any time of the day. */
  deliveryWindow: z.optional(timeWindow),
  /** Absent: a free unit of the size. */
  dumpsterId: z.optional(z.nullable(z.int('Choose a unit').check(z.minimum(1, 'Choose a unit')))),
  /** The rules that the booking may break. */
  override: z._default(z.array(z.enum(ORDER_RULES, 'There is no such rule')), []),
  /** Another price than the catalog's, in cents before tax; of a rental with a deposit only, the deposit. */
  priceOverride: z.optional(
    z.nullable(
      z.strictObject({
        amount: z.int(AMOUNT).check(z.minimum(0, AMOUNT), z.maximum(MAX_AMOUNT, TOO_HIGH)),
        reason: line('Enter the reason for another price', LIMITS.text),
      }),
    ),
  ),
  /** True if staff read the terms to the customer. Ignored with a payment link: its page asks for them. */
  termsRead: z._default(z.boolean('Must be true or false'), false),
  /** Why they were not read. Needed for `later` and a recorded payment, unless they were read. */
  termsNotRead: optional(line('Enter why the terms were not read', LIMITS.text)),
  /** True if the customer agreed to text messages on the phone (SPOKEN_CONSENT_WORDING). */
  textOptIn: z._default(z.boolean('Must be true or false'), false),
  /** The price that the screen showed; another price now is 409 price_changed. */
  quoteHash: z.optional(z.string().check(z.maxLength(100, 'Must be the hash of a price'))),
  payment,
});
export type NewBooking = z.output<typeof newBooking>;

export const createBooking = endpoint({
  name: 'createBooking',
  method: 'POST',
  path: '/api/bookings',
  access: 'bookings:write',
  body: newBooking,
  reply: z.extend(booking, {
    /** With a payment link: where the deposit can be paid. */
    payUrl: z.optional(z.string()),
  }),
  status: 201,
});

const offer = z.object({
  rentalType: z.string(),
  dumpsterType: z.string(),
  /** Null: the catalog does not offer this size for the rental and the material. */
  price: z.nullable(z.extend(quoteReply, { quoteHash: z.string() })),
  /** The units that are free from the delivery to the pickup. */
  free: z.int(),
});

/** What staff choose from for one delivery day. */
export const bookingOptions = z.object({
  today: z.string(),
  /** The server's time of this reply. */
  now: instant,
  /** The last day that can be chosen; the first is today. */
  lastDay: z.string(),
  deliveryDate: z.string(),
  rentals: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      label: z.string(),
      endDate: z.string(),
      pickupDay: z.string(),
      /** The calendar rules that the rental breaks on this day. */
      warnings: z.array(calendarWarning),
    }),
  ),
  sizes: z.array(z.object({ id: z.string(), name: z.string() })),
  materials: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The material of the prices. */
  material: z.nullable(z.string()),
  offers: z.array(offer),
  /** The price of the chosen rental and size with the agreed price; null without one. */
  agreed: z.nullable(quoteReply),
  /** The delivery address: null while the ZIP code is not complete. */
  place: z.nullable(
    z.object({
      isServed: z.boolean(),
      zoneName: z.nullable(z.string()),
      /** Why the business does not deliver there. */
      message: z.nullable(z.string()),
      /** The names of the ZIP code, the postal one first; empty for an unknown one. */
      cities: z.array(z.string()),
      states: z.array(state),
    }),
  ),
  /** The units in service that are free for the chosen rental and size, its own size first; at most 50. */
  units: z.array(
    z.object({ id: z.int(), dumpsterNumber: z.string(), dumpsterType: z.string(), sizeName: z.string() }),
  ),
});
export type BookingOptions = z.output<typeof bookingOptions>;

export const listBookingOptions = endpoint({
  name: 'listBookingOptions',
  method: 'GET',
  path: '/api/booking-options',
  access: 'bookings:write',
  query: z.strictObject({
    deliveryDate: z.optional(day),
    rentalType: z.optional(rentalType),
    dumpsterType: z.optional(bookingDetails.shape.dumpsterType),
    material: z.optional(material),
    zip: z.optional(zip),
    state: z.optional(state),
    placementType: z.optional(z.enum(PLACEMENT_TYPES, "Must be 'private' or 'street'")),
    /** Another price than the catalog's for the chosen rental and size, in cents before tax. */
    agreedPrice: z.optional(centsText),
  }),
  reply: bookingOptions,
});
