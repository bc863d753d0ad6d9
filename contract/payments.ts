import * as z from 'zod/mini';
import { MAX_AMOUNT } from '#domain/money.ts';
import { PASSWORD_LENGTH } from '#domain/passwords.ts';
import { DUMPSTER_TYPES, RENTAL_TYPES } from '#domain/rental.ts';
import { endpoint } from './endpoint.ts';
import { cents, freeText, instant } from './fields.ts';
import { rowNumber } from './lists.ts';
import { PASSWORD_TOO_LONG } from './passwords.ts';
import { booking } from './staff-bookings.ts';
import { transaction } from './transactions.ts';

/** The least that Stripe charges a card, in cents. */
export const MIN_CHARGE = 50;

const byId = z.strictObject({ id: rowNumber });
const bookingId = z
  .int('Must be the number of a booking')
  .check(z.minimum(1, 'Must be the number of a booking'));

/** What a booking's money looks like to staff, and what can be done with it. Amounts in cents. */
export const bookingPayments = z.object({
  /** Deposit and later charges that succeeded, before refunds. */
  paid: cents,
  /** Still to be paid; 0 before a final price is set. */
  remaining: cents,
  /** Refunds that succeeded. */
  refunded: cents,
  /** What can be refunded: paid less all refunds that have not failed. */
  refundable: cents,
  /** The card on file; null without one. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** So much can be charged without the password of a super administrator. */
  chargeableWithoutPassword: cents,
  /** Payments that succeeded, newest first: a refund takes back of each what is `refundable`, in this order. */
  payments: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['deposit', 'balance']),
      amount: cents,
      /** Seconds since 1970. */
      created: z.int(),
      refundable: cents,
      /** Under dispute: it cannot be refunded now. */
      isDisputed: z.boolean(),
      /** Stripe's status of its latest dispute or inquiry. */
      disputeStatus: z.nullable(z.string()),
    }),
  ),
  /** A charge or refund whose outcome is still open. */
  operation: z.nullable(
    z.object({
      kind: z.enum(['charge', 'refund']),
      amount: cents,
      startedAt: instant,
      /** It takes so long that staff may stop it. */
      isStoppable: z.boolean(),
    }),
  ),
  /** What waits for the customer. `sentAt`: the latest address made for it; past `expiresAt` none works. */
  payLink: z.nullable(z.object({ amount: cents, expiresAt: instant, sentAt: z.nullable(instant) })),
});
export type BookingPayments = z.output<typeof bookingPayments>;

export const getBookingPayments = endpoint({
  name: 'getBookingPayments',
  method: 'GET',
  path: '/api/bookings/:id/payments',
  summary: "A booking's money: what is paid, due and refundable, the card on file, and what is under way.",
  access: 'office:read',
  params: byId,
  reply: bookingPayments,
  errors: ['unauthenticated', 'forbidden', 'not_found'],
});

const processing = z.object({ state: z.literal('processing'), booking });

export const processRemainingPayment = endpoint({
  name: 'processRemainingPayment',
  method: 'POST',
  path: '/api/process-remaining-payment',
  summary:
    'Charges the card on file. 202 with {state} while the outcome is unknown; 402 when the customer must act, who is sent a pay link.',
  access: 'payments:charge',
  body: z.strictObject({
    bookingId,
    chargeAmount: z
      .int('Enter whole cents')
      .check(
        z.minimum(MIN_CHARGE, 'At least $0.50 can be charged'),
        z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99'),
      ),
    /** The remaining balance that was on the screen, in cents. */
    expectedRemaining: z.optional(z.int().check(z.minimum(0))),
    /** One's own, for charges above the limit. */
    password: z.optional(z.string().check(z.maxLength(PASSWORD_LENGTH.max, PASSWORD_TOO_LONG))),
  }),
  reply: z.union([z.object({ booking, transaction }), processing]),
  headers: ['Idempotency-Key', 'If-Match'],
  errors: [
    'invalid',
    'unauthenticated',
    'card_declined',
    'authentication_required',
    'forbidden',
    'not_found',
    'conflict',
    'nothing_due',
    'busy',
    'stale',
    'too_many',
    'provider_unavailable',
  ],
});

/** A part of a refund: what it takes back of one payment, in cents. `id` is Stripe's, once it is known. */
export const refundPart = z.object({
  id: z.nullable(z.string()),
  paymentId: z.string(),
  amount: cents,
  status: z.enum(['succeeded', 'pending', 'failed']),
});
export type RefundPart = z.output<typeof refundPart>;

export const refundPayment = endpoint({
  name: 'refundPayment',
  method: 'POST',
  path: '/api/refund-payment',
  summary:
    'Refunds part or all of what was paid, newest payment first. 202 while a part is pending at the bank or tried again.',
  access: 'payments:refund',
  body: z.strictObject({
    bookingId,
    amount: z
      .int('Enter whole cents')
      .check(
        z.minimum(1, 'Please enter a valid refund amount.'),
        z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99'),
      ),
    reason: freeText,
    notifyCustomer: z.boolean('Must be true or false'),
  }),
  reply: z.object({
    refunds: z.array(refundPart),
    booking,
    /** That a mail to the customer is stored for sending. */
    customerNotified: z.boolean(),
  }),
  headers: ['Idempotency-Key', 'If-Match'],
  errors: [
    'invalid',
    'unauthenticated',
    'forbidden',
    'not_found',
    'conflict',
    'busy',
    'stale',
    'provider_unavailable',
  ],
});

export const resolveOperation = endpoint({
  name: 'resolveOperation',
  method: 'POST',
  path: '/api/bookings/:id/resolve-operation',
  summary:
    'Asks Stripe now about the charge or refund whose outcome is open. With stop, what Stripe has not made is not made any more: after ten minutes only.',
  access: 'payments:refund',
  params: byId,
  body: z.strictObject({ stop: z.boolean('Must be true or false') }),
  reply: bookingPayments,
  headers: ['If-Match'],
  errors: [
    'invalid',
    'unauthenticated',
    'forbidden',
    'not_found',
    'conflict',
    'busy',
    'stale',
    'provider_unavailable',
  ],
});

export const createPayLink = endpoint({
  name: 'createPayLink',
  method: 'POST',
  path: '/api/bookings/:id/pay-link',
  summary:
    'An address at which the customer can pay the remaining balance, to copy; the customer is mailed one, too. At most three a day.',
  access: 'payments:charge',
  params: byId,
  reply: z.object({ url: z.string(), amount: cents, expiresAt: instant }),
  headers: ['If-Match'],
  errors: [
    'invalid',
    'unauthenticated',
    'forbidden',
    'not_found',
    'conflict',
    'nothing_due',
    'busy',
    'stale',
    'too_many',
    'provider_unavailable',
  ],
});

export const withdrawPayLink = endpoint({
  name: 'withdrawPayLink',
  method: 'DELETE',
  path: '/api/bookings/:id/pay-link',
  summary: 'Cancels what waits for the customer, at Stripe first; every address of it ends.',
  access: 'payments:charge',
  params: byId,
  reply: z.undefined(),
  status: 204,
  headers: ['If-Match'],
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'busy', 'stale', 'provider_unavailable'],
});

export const PAY_LINK_VIEWS = ['open', 'paid', 'withdrawn', 'expired'] as const;

/** What whoever holds a pay link may see. */
export const payLinkView = z.object({
  bookingId: z.int(),
  amount: cents,
  businessName: z.string(),
  rentalType: z.enum(RENTAL_TYPES),
  dumpsterType: z.enum(DUMPSTER_TYPES),
  deliveryDate: z.string(),
  state: z.enum(PAY_LINK_VIEWS),
});
export type PayLinkView = z.output<typeof payLinkView>;

export const readPayLink = endpoint({
  name: 'readPayLink',
  method: 'GET',
  path: '/api/pay/:token',
  summary: 'What a pay link asks for; reading it changes nothing.',
  access: 'public',
  params: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  reply: payLinkView,
  errors: ['not_found', 'too_many'],
});
