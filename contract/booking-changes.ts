import * as z from 'zod/mini';
import { CHARGE_OUTCOMES } from '#domain/jobs/added-jobs.ts';
import { CALENDAR_REFUSALS } from '#domain/rental/availability.ts';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import {
  CHANGE_RATE_CARDS,
  CHANGE_REFUSALS,
  CHANGE_TYPES,
  DAY_CHANGE_TYPES,
} from '#domain/rental/changes/change-types.ts';
import { isMonth } from '#domain/shared/days.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { endpoint, errorReply } from './endpoint.ts';
import { cents, day, dumpsterType, LIMITS, rentalType } from './fields.ts';
import { rowNumber } from './lists.ts';
import { refundPart } from './payments.ts';
import { quoteLine } from './prices.ts';
import { paymentReference, recordedMethod } from './recorded-payments.ts';
import { calendarWarning } from './reopening.ts';
import { booking, endedPayLink } from './staff-bookings.ts';
import { timeWindow } from './time-windows.ts';

const byId = z.strictObject({ id: rowNumber });

const amount = cents.check(
  z.minimum(0, 'Must not be negative'),
  z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99'),
);

/** The fields of every change. */
const common = {
  /** True: nothing is changed, and the reply is the preview. */
  preview: z.boolean('Must be true or false'),
  /** The token of the preview that staff saw; required to make the change. */
  previewToken: z.optional(z.string()),
  notifyCustomer: z._default(z.boolean('Must be true or false'), true),
  /** The calendar rules that the change may break. */
  override: z._default(z.array(z.enum(CALENDAR_REFUSALS, 'There is no such rule')), []),
};

/** The fields of a change that needs a unit for the booking. */
const units = {
  /** The unit to take. Absent: the booking's unit if it is free, else another one of the size. */
  dumpsterId: z.optional(z.int('Choose a unit').check(z.minimum(1, 'Choose a unit'))),
  /** The booking that changes its unit to make room, as the offer 'move' named it. */
  moveBookingId: z.optional(z.int().check(z.minimum(1))),
};

/** Cents for each extra day, or for the exchange; required where the rate card has no price, and refused where it has one. */
const unitAmount = z.optional(
  cents.check(
    z.minimum(1, 'Enter an amount above $0.00'),
    z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99'),
  ),
);

/** As unitAmount, for a dump and return; 0: no charge, where the rate card has no price. */
const amountOrFree = z.optional(amount);

/** The fields of a truck job that is added while the unit is on site. */
const addedJob = {
  day,
  timeWindow: z.optional(timeWindow),
  /** A charge item of the booking's rate card that is added to the price; absent: a relocation is free of charge, and a dump and return has the price of its own. */
  itemId: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.text))),
};

/** What to change. Days yyyy-mm-dd; amounts in cents. */
export const bookingChange = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('reschedule'), deliveryDate: day, ...units, ...common }),
    z.strictObject({ type: z.literal('extend'), endDate: day, unitAmount, ...units, ...common }),
    z.strictObject({ type: z.literal('shorten'), endDate: day, ...common }),
    z.strictObject({ type: z.literal('resize'), dumpsterType, ...units, ...common }),
    z.strictObject({ type: z.literal('rental'), rentalType, ...units, ...common }),
    z.strictObject({ type: z.literal('exchange'), day, unitAmount, ...units, ...common }),
    z.strictObject({ type: z.literal('dump_and_return'), unitAmount: amountOrFree, ...addedJob, ...common }),
    z.strictObject({ type: z.literal('relocate_on_site'), ...addedJob, ...common }),
    z.strictObject({
      type: z.literal('remove_job'),
      /** An exchange, a dump and return or a relocation on site that is not done. */
      jobId: z.int('Choose a job').check(z.minimum(1, 'Choose a job')),
      /** What becomes of the charge that was added with the job. Without one it changes nothing. */
      charge: z._default(
        z.enum(CHARGE_OUTCOMES, 'Choose what happens to the charge: take_off or keep'),
        'take_off',
      ),
      ...units,
      ...common,
    }),
    z.strictObject({
      type: z.literal('cancel'),
      /** Cents to refund; absent: what the agreed policy proposes. */
      refundAmount: z.optional(amount),
      reason: z.optional(
        z.string().check(z.trim(), z.maxLength(LIMITS.text, `Must be at most ${LIMITS.text} characters`)),
      ),
      /** How staff paid out what goes back for payments outside Stripe. Absent: in the way in which each was paid. */
      paidOut: z.optional(
        z.nullable(z.strictObject({ method: recordedMethod, reference: paymentReference })),
      ),
      ...common,
    }),
  ],
  `Choose what to change: ${CHANGE_TYPES.join(', ')}`,
);
export type BookingChange = z.output<typeof bookingChange>;

const unitName = z.object({ id: z.int(), number: z.string() });

/** What a change changes. `total`: the final price, else the expected total, in cents; null while only a deposit is agreed. */
const changeFacts = z.object({
  deliveryDate: z.string(),
  endDate: z.string(),
  pickupDay: z.string(),
  rentalType: z.string(),
  rentalTitle: z.string(),
  dumpsterType: z.string(),
  sizeName: z.string(),
  unit: z.nullable(unitName),
  total: z.nullable(cents),
  status: z.enum(BOOKING_STATUSES),
});
export type ChangeFacts = z.output<typeof changeFacts>;

const changeOffer = z.discriminatedUnion('offer', [
  z.object({
    offer: z.literal('unit'),
    dumpsterId: z.int(),
    dumpsterNumber: z.string(),
    sizeName: z.string(),
  }),
  z.object({ offer: z.literal('day'), day: z.string() }),
  z.object({
    offer: z.literal('move'),
    bookingId: z.int(),
    customer: z.string(),
    startDate: z.string(),
    endDate: z.string(),
    fromNumber: z.string(),
    toNumber: z.string(),
  }),
]);

/** Why a change is not allowed, and what staff can do instead. */
const changeReason = z.object({
  code: z.enum(CHANGE_REFUSALS),
  message: z.string(),
  offers: z.array(changeOffer),
});

const cancellationFacts = z.object({
  /** What the agreed policy proposes to refund, in cents, and why, in one sentence. */
  proposed: cents,
  proposalText: z.string(),
  /** What the cancellation refunds; differs from `proposed` only with a reason. */
  refundAmount: cents,
  /** Whether the call with `preview` false must have a `reason`. */
  needsReason: z.boolean(),
  /** What can be refunded at most. */
  maximum: cents,
  /** The part of `refundAmount` that was paid outside Stripe: staff pay it out themselves. */
  paidOutByStaff: cents,
  /** What `refundAmount` takes from each payment. `last4`: of the card that paid; null outside Stripe. */
  ways: z.array(
    z.object({ amount: cents, paymentMethod: z.nullable(z.string()), last4: z.nullable(z.string()) }),
  ),
  /** After the delivery: the day on which the unit is picked up, until which it stays reserved. Else null. */
  pickupDay: z.nullable(z.string()),
});
export type CancellationPreview = z.output<typeof cancellationFacts>;

/** The price after the removal of a job. `total`: null while only a deposit is agreed. `balance`: still to be paid. */
const priceAfter = z.object({ total: z.nullable(cents), balance: cents });

const jobCharge = z.object({
  /** The name of its line: 'Extra trip'. */
  label: z.string(),
  /** What it adds to the price, with its tax. */
  amount: cents,
  /** If it is taken off, and if it is kept as a cancellation fee. */
  takenOff: priceAfter,
  kept: priceAfter,
});
export type JobChargePreview = z.output<typeof jobCharge>;

export const changePreview = z.object({
  allowed: z.boolean(),
  /** Empty if it is allowed. Calendar rules are among them until `override` names them. */
  reasons: z.array(changeReason),
  before: changeFacts,
  after: changeFacts,
  /** The lines that the change adds to the price, and with a negative amount those that it removes. */
  lines: z.array(quoteLine),
  /** The sum of the lines, in cents. The change charges and refunds nothing. */
  difference: cents,
  /** Cents that can be refunded after the change; for a cancellation, what the agreed policy proposes. */
  refundable: cents,
  /** Every calendar rule that the change breaks, overridden or not. */
  warnings: z.array(calendarWarning),
  /** The rate card of the lines; null without lines. */
  rateCard: z.nullable(z.enum(CHANGE_RATE_CARDS)),
  /** The booking that changes its unit to make room. */
  movedBooking: z.nullable(z.object({ id: z.int(), fromNumber: z.string(), toNumber: z.string() })),
  /** The payment link that the change will end; null when none is open or it stays. */
  endsPayLink: endedPayLink,
  /** Whether the customer will get an e-mail. False if it is turned off, and without an address. */
  willNotify: z.boolean(),
  /** Of the removal of a job only: the charge that was added with it; null without one. */
  jobCharge: z.optional(z.nullable(jobCharge)),
  /** Of a cancellation only. */
  cancellation: z.optional(cancellationFacts),
  previewToken: z.string(),
});
export type ChangePreview = z.output<typeof changePreview>;

export const changeResult = z.object({
  booking,
  endedPayLink,
  movedBooking: changePreview.shape.movedBooking,
  /** Whether the customer gets an e-mail. */
  notified: z.boolean(),
  /** Of a cancellation only: its refunds so far. */
  refunds: z.optional(z.array(refundPart)),
});
export type ChangeResult = z.output<typeof changeResult>;

/** The body of 409 conflict: the change is not allowed (any more). */
export const changeRefusedReply = z.extend(errorReply, {
  reasons: z.array(changeReason),
  warnings: z.array(calendarWarning),
});
export type ChangeRefusedReply = z.output<typeof changeRefusedReply>;

export const makeBookingChange = endpoint({
  name: 'makeBookingChange',
  method: 'POST',
  path: '/api/bookings/:id/changes',
  access: 'bookings:write',
  params: byId,
  body: bookingChange,
  reply: z.union([changePreview, changeResult]),
});

export const listChangeDays = endpoint({
  name: 'listChangeDays',
  method: 'GET',
  path: '/api/bookings/:id/change-days',
  access: 'bookings:write',
  params: byId,
  query: z.strictObject({
    type: z.enum(DAY_CHANGE_TYPES, 'There is no such change'),
    month: z.string().check(z.refine(isMonth, 'Must be a month (yyyy-mm)')),
  }),
  reply: z.object({
    today: z.string(),
    days: z.array(
      z.object({
        day: z.string(),
        allowed: z.boolean(),
        reasons: z.array(z.object({ code: z.enum(CHANGE_REFUSALS), message: z.string() })),
        /** The day on which the unit is picked up after the change. */
        pickupDay: z.string(),
      }),
    ),
  }),
});
