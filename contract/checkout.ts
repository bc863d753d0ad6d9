import * as z from 'zod/mini';
import { PLACEMENT_TYPES, UTM_KEYS } from '#domain/catalog/quote.ts';
import { MAX_ORDER_QUANTITY } from '#domain/rental/orders.ts';
import { bookingContact, bookingDetails, bookingSummary } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { cents, instant, LIMITS, material, termsAgreement, withoutControls } from './fields.ts';
import { agreementReply } from './prices.ts';

/** The version of the terms that the customer accepts; every change of the text is a new version. */
export const TERMS_VERSION = '2026-11';

const termsVersion = z.string().check(z.regex(/^[\w.-]{1,40}$/, 'Must be a version of the terms'));

const QUANTITY_TEXT = `Must be a number from 1 to ${MAX_ORDER_QUANTITY}`;

const utmText = z
  .string()
  .check(z.maxLength(LIMITS.address, `Must be at most ${LIMITS.address} characters`), withoutControls);

/**
 * The booking details, the price that the page showed, and the acceptance of the terms. `rateCardId` and `quoteHash`
 * (domain/catalog/quote-hash.ts) name the price lines; `depositAmount` is compared only without a hash.
 */
export const bookingData = z.extend(bookingDetails, {
  /** Absent: the first material that is offered for the rental and the size. */
  material: z.optional(material),
  /** Absent: 'private'. */
  placementType: z.optional(z.enum(PLACEMENT_TYPES, "Must be 'private' or 'street'")),
  rateCardId: z.optional(
    z.int('Must be the version of a catalog').check(z.positive('Must be the version of a catalog')),
  ),
  quoteHash: z.optional(z.string().check(z.maxLength(100, 'Must be the hash of a price'))),
  /** How many dumpsters for the site and day, each a booking of its own. Absent: 1. The price is that of one. */
  quantity: z.optional(
    z.int(QUANTITY_TEXT).check(z.minimum(1, QUANTITY_TEXT), z.maximum(MAX_ORDER_QUANTITY, QUANTITY_TEXT)),
  ),
  /** True: the customer agrees to text messages (TEXT_CONSENT_WORDING). */
  textOptIn: z.optional(z.boolean('Must be true or false')),
  utm: z.optional(z.partial(z.strictObject(utmFields()))),
  depositAmount: z.optional(cents),
  terms: termsAgreement,
  termsVersion: z.optional(termsVersion),
  turnstileToken: z.optional(z.string().check(z.maxLength(2048))),
  /** A random id in the browser's storage: it shows that two calls come from the same browser. */
  deviceId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** Ends the unfinished booking of the same device and moves its hold to this one. */
  continueHold: z.optional(z.boolean()),
});
export type BookingData = z.output<typeof bookingData>;

function utmFields() {
  return Object.fromEntries(UTM_KEYS.map((key) => [key, utmText])) as Record<
    (typeof UTM_KEYS)[number],
    typeof utmText
  >;
}

export const createPaymentIntent = endpoint({
  name: 'createPaymentIntent',
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'public',
  body: z
    .strictObject({
      bookingId: z.union(
        [z.literal('pending'), z.int().check(z.positive())],
        "Must be 'pending' or a booking's number",
      ),
      bookingData: z.optional(bookingData),
      payToken: z.optional(z.string().check(z.maxLength(200))),
      /** With the link of a deposit: the terms that the customer accepts, as the link's `terms` names them. */
      terms: z.optional(termsAgreement),
      termsVersion: z.optional(termsVersion),
    })
    .check(
      z.refine((body) => body.bookingId !== 'pending' || body.bookingData !== undefined, {
        message: 'The booking details are required',
        path: ['bookingData'],
      }),
    ),
  reply: z.object({
    clientSecret: z.string(),
    /** When the hold ends. */
    expiresAt: instant,
    /** The server's time of this reply; the page counts down from it, not from the device's clock. */
    now: instant,
    /** With 'pending': the day of the pickup, if it is later than the last rental day. */
    pickupDay: z.optional(z.string()),
    /** With 'pending', for an open checkout: how many payments the bank has declined. */
    failedAttempts: z.optional(z.int()),
  }),
});

/** Stripe's states of a payment intent. */
export const PAYMENT_INTENT_STATUSES = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const;

export const getBookingStatus = endpoint({
  name: 'getBookingStatus',
  method: 'POST',
  path: '/api/booking-status',
  access: 'public',
  body: z.strictObject({
    paymentIntent: z.string().check(z.minLength(1), z.maxLength(255)),
    clientSecret: z.string().check(z.minLength(1), z.maxLength(500)),
    /** Also requests what a receipt needs: the contact details, and what the customer agreed to. */
    withReceipt: z.optional(z.literal(true)),
  }),
  reply: z.object({
    status: z.enum(PAYMENT_INTENT_STATUSES),
    booking: z.nullable(bookingSummary),
    contact: z.optional(z.nullable(bookingContact)),
    /** The numbers of all bookings of an order of several dumpsters, that of `booking` first. */
    orderNumbers: z.optional(z.array(z.int())),
    /** Whether the booking has a unit for its days; of an order, whether all have one. */
    hasUnit: z.optional(z.nullable(z.boolean())),
    /** The price as it was agreed, and the terms of the booking's rate card. */
    agreement: z.optional(z.nullable(agreementReply)),
  }),
});

/** What the body of 409 already_paid has beside its error; the booking is null until it exists. */
export const alreadyPaidReply = z.pick(getBookingStatus.reply, {
  booking: true,
  agreement: true,
  orderNumbers: true,
});
