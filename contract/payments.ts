import * as z from 'zod/mini';
import { PASSWORD_LENGTH } from '#domain/accounts/passwords.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '#domain/money/transactions.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { endpoint } from './endpoint.ts';
import { cents, freeText, instant } from './fields.ts';
import { rowNumber } from './lists.ts';
import { PASSWORD_TOO_LONG } from './passwords.ts';
import { paymentReference, recordedMethod } from './recorded-payments.ts';
import { booking } from './staff-bookings.ts';
import { recordedFacts, transaction } from './transactions.ts';

/** The smallest amount that Stripe charges to a card, in cents. */
export const MIN_CHARGE = 50;

const byId = z.strictObject({ id: rowNumber });
const bookingId = z
  .int('Must be the number of a booking')
  .check(z.minimum(1, 'Must be the number of a booking'));

/** A payment, refund or lost dispute of a booking. */
const bookingTransaction = z.object({
  id: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  kind: z.enum(['deposit', 'balance', 'refund', 'dispute']),
  status: z.enum(TRANSACTION_STATUSES),
  amount: cents,
  /** Seconds since 1970. */
  created: z.int(),
  paymentMethod: z.nullable(z.string()),
  /** The card that paid. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  reason: z.nullable(z.string()),
  ...recordedFacts,
});
export type BookingTransaction = z.output<typeof bookingTransaction>;

/** The payments of a booking and what staff can do with them. Amounts in cents. */
export const bookingPayments = z.object({
  /** Deposit and later charges that succeeded, before refunds. */
  paid: cents,
  /** What is owed now: bookings.balanceDue. */
  remaining: cents,
  /** Refunds that succeeded. */
  refunded: cents,
  /** The amount that can be refunded: the amount paid minus all refunds that have not failed. */
  refundable: cents,
  /** The card on file; null without one. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** Stripe refused to save the card that paid the deposit. */
  isCardRefused: z.boolean(),
  /** The highest charge that needs no password of a super administrator. */
  chargeableWithoutPassword: cents,
  /**
   * Succeeded payments: those of Stripe newest first, then the others. A refund uses the `refundable` amount of each in
   * this order.
   */
  payments: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['deposit', 'balance']),
      /** True if the payment at the booking, of kind 'deposit', was the whole price. */
      isWholePrice: z.optional(z.boolean()),
      /** 'card', or 'cash', 'check' or 'transfer' for a payment outside Stripe. */
      paymentMethod: z.nullable(z.string()),
      /** Of the card that paid; null outside Stripe. */
      last4: z.nullable(z.string()),
      amount: cents,
      /** Seconds since 1970. */
      created: z.int(),
      refundable: cents,
      /** Under dispute; it cannot be refunded while this is true. */
      isDisputed: z.boolean(),
      /** Stripe's status of the latest dispute or inquiry. */
      disputeStatus: z.nullable(z.string()),
    }),
  ),
  /** Every payment, refund and lost dispute, newest first. */
  transactions: z.array(bookingTransaction),
  /** A charge or refund whose outcome is not known yet. */
  operation: z.nullable(
    z.object({
      kind: z.enum(['charge', 'refund', 'cancel']),
      amount: cents,
      startedAt: instant,
      /** True when it has been open so long that staff may stop it. */
      isStoppable: z.boolean(),
    }),
  ),
  /** The open payment link. `sentAt`: when its latest URL was created. After `expiresAt` no URL works. */
  payLink: z.nullable(z.object({ amount: cents, expiresAt: instant, sentAt: z.nullable(instant) })),
});
export type BookingPayments = z.output<typeof bookingPayments>;

export const getBookingPayments = endpoint({
  name: 'getBookingPayments',
  method: 'GET',
  path: '/api/bookings/:id/payments',
  access: 'office:read',
  params: byId,
  reply: bookingPayments,
});

const processing = z.object({ state: z.literal('processing'), booking });

export const processRemainingPayment = endpoint({
  name: 'processRemainingPayment',
  method: 'POST',
  path: '/api/process-remaining-payment',
  access: 'payments:charge',
  body: z.strictObject({
    bookingId,
    chargeAmount: z
      .int('Enter whole cents')
      .check(
        z.minimum(MIN_CHARGE, 'At least $0.50 can be charged'),
        z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99'),
      ),
    /** The remaining balance that the screen showed, in cents. */
    expectedRemaining: z.optional(z.int().check(z.minimum(0))),
    /** The caller's password; required for charges above the limit. */
    password: z.optional(z.string().check(z.maxLength(PASSWORD_LENGTH.max, PASSWORD_TOO_LONG))),
  }),
  reply: z.union([z.object({ booking, transaction }), processing]),
});

/** The part of a refund that belongs to one payment, in cents. `id`: Stripe's refund id, null until it is known. */
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
    /** The part of the amount, in cents, by which the price is lower now. The customer owes the rest again. */
    discountAmount: z.optional(z.int('Enter whole cents').check(z.minimum(0, 'Must be at least $0.00'))),
    /** How staff paid out what goes back for payments outside Stripe. Absent: in the way in which each was paid. */
    paidOut: z.optional(z.nullable(z.strictObject({ method: recordedMethod, reference: paymentReference }))),
  }),
  reply: z.object({
    refunds: z.array(refundPart),
    booking,
    /** Whether an e-mail to the customer is queued. */
    customerNotified: z.boolean(),
  }),
});

export const resolveOperation = endpoint({
  name: 'resolveOperation',
  method: 'POST',
  path: '/api/bookings/:id/resolve-operation',
  access: 'payments:refund',
  params: byId,
  body: z.strictObject({ stop: z.boolean('Must be true or false') }),
  reply: bookingPayments,
});

export const createPayLink = endpoint({
  name: 'createPayLink',
  method: 'POST',
  path: '/api/bookings/:id/pay-link',
  access: 'payments:link',
  params: byId,
  reply: z.object({ url: z.string(), amount: cents, expiresAt: instant }),
});

export const withdrawPayLink = endpoint({
  name: 'withdrawPayLink',
  method: 'DELETE',
  path: '/api/bookings/:id/pay-link',
  access: 'payments:link',
  params: byId,
  reply: z.undefined(),
  status: 204,
});
