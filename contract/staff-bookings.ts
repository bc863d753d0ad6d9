import * as z from 'zod/mini';
import { PLACEMENT_TYPES } from '#domain/catalog/quote.ts';
import { CALENDAR_REFUSALS } from '#domain/rental/availability.ts';
import {
  ATTENTION_REASONS,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  PAYMENT_STATUSES,
} from '#domain/rental/bookings.ts';
import { BOOKING_WORK } from '#domain/rental/work-lists.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { bookingDetails, bookingUnit, rentalDays, rentalLabels } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { cents, day, dumpsterType, instant, rentalType, state, unitRole } from './fields.ts';
import { bookingHistoryEntry } from './history.ts';
import { CSV_EXPORT, centsText, exportQuery, listQuery, rowNumber, rowNumbers, textFilter } from './lists.ts';
import { quoteReply } from './prices.ts';

type DetailShape = (typeof bookingDetails)['shape'];
/** Stored text; null for an optional detail that was left empty. */
type StoredDetails = {
  [K in keyof DetailShape]: DetailShape[K] extends z.ZodMiniDefault
    ? z.ZodMiniNullable<z.ZodMiniString>
    : z.ZodMiniString;
};

function storedDetails(): StoredDetails {
  const fields = Object.entries(bookingDetails.shape).map(([name, schema]) => [
    name,
    schema instanceof z.ZodMiniDefault ? z.nullable(z.string()) : z.string(),
  ]);
  return Object.fromEntries(fields) as StoredDetails;
}

/** A booking as staff see it. Amounts in cents, days yyyy-mm-dd. */
export const booking = z.object({
  id: z.int(),
  ...storedDetails(),
  /** Null for a booking by phone of a customer without an address. */
  email: z.nullable(z.string()),
  phoneDisplay: z.string(),
  /** False if the number is possible but no numbering plan has it. */
  isPhoneValid: z.boolean(),
  ...rentalLabels,
  ...rentalDays,
  depositAmount: cents,
  /** The agreed price with what changes of the rental and staff added; null without price lines. */
  quote: z.nullable(quoteReply),
  /** The quote's total; null without a quote, and when only a deposit was agreed. */
  expectedTotal: z.nullable(cents),
  /** The payment at the booking was the whole price as agreed then, so that it is no deposit. */
  isPaidAtBooking: z.boolean(),
  finalPrice: z.nullable(cents),
  status: z.enum(BOOKING_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /** The payments after the deposit. */
  additionalPaymentAmount: z.nullable(cents),
  additionalPaymentDate: z.nullable(instant),
  refundAmount: z.nullable(cents),
  refundDate: z.nullable(instant),
  refundReason: z.nullable(z.string()),
  stripePaymentIntentId: z.nullable(z.string()),
  /** The unit that is reserved for the booking's days; null without one. */
  dumpsterId: z.nullable(z.int()),
  placementType: z.enum(PLACEMENT_TYPES),
  /** The id of a zone of the booking's rate card; null: in no zone. */
  zone: z.nullable(z.string()),
  /** A street permit as staff entered it, and the last day on which it is valid. */
  permitNumber: z.nullable(z.string()),
  permitExpires: z.nullable(z.string()),
  secondPhone: z.nullable(z.string()),
  secondPhoneDisplay: z.nullable(z.string()),
  /** For staff only. */
  internalNotes: z.nullable(z.string()),
  source: z.enum(BOOKING_SOURCES),
  /** The name of the user who made the booking; null if the customer did. */
  createdBy: z.nullable(z.string()),
  cancelledAt: z.nullable(instant),
  /** The succeeded payments, before refunds. */
  paidAmount: cents,
  /** The succeeded refunds that are no discount: due again, but not while the booking is cancelled. */
  dueAgainAmount: cents,
  /** What is owed now: the final price, or the deposit while none is set, minus payments plus `dueAgainAmount`. */
  balanceDue: cents,
  /**
   * What is expected to become due beside `balanceDue`: the rest of `expectedTotal`, until a final price is set. Null
   * while no total is known.
   */
  dueLater: z.nullable(cents),
  /** Days since the booking while its deposit is not paid, else since the last rental day; 0 before it. */
  daysDue: z.int(),
  /** Every unit that is reserved for the booking, in the order of the days. */
  units: z.array(bookingUnit),
  /** The delivery is done, and the final pickup is not. */
  isOnSite: z.boolean(),
  /** On site after the day of the pickup. */
  isOverdue: z.boolean(),
  /** A cancellation runs: until its refund is known, the status is the old one and nothing else can change. */
  isCancelling: z.boolean(),
  /** Why staff must look at the booking, the most urgent reason first. */
  attention: z.array(z.enum(ATTENTION_REASONS)),
  /** The most urgent reason. */
  needsAttention: z.nullable(z.enum(ATTENTION_REASONS)),
  /** The version of the terms that the customer accepted; null for a booking that staff made. */
  termsVersion: z.nullable(z.string()),
  /** The rate card of the price. */
  rateCardId: z.int(),
  createdAt: instant,
  /** When the confirmation e-mail was sent, which happens once; null before. */
  confirmedEmailAt: z.nullable(instant),
  /** Incremented by every change. It is the ETag of GET, and a change may send it as If-Match. */
  version: z.int(),
});
export type Booking = z.output<typeof booking>;

/** The payment link that the change ended, because its amount is no longer due; null when none was open. */
export const endedPayLink = z.nullable(z.object({ amount: cents }));

/** The sort fields. With more than 1,000 filtered rows, only those with an index. */
export const BOOKING_SORTS = [
  'id',
  'customer',
  'email',
  'city',
  'state',
  'rentalType',
  'dumpsterType',
  'status',
  'paymentStatus',
  'deliveryDate',
  'createdAt',
  'depositAmount',
  'finalPrice',
  'endDate',
  'balanceDue',
] as const;

export const bookingFilters = {
  id: z.optional(rowNumber),
  customer: z.optional(textFilter),
  email: z.optional(textFilter),
  phone: z.optional(textFilter),
  city: z.optional(textFilter),
  state: z.optional(state),
  rentalType: z.optional(rentalType),
  dumpsterType: z.optional(dumpsterType),
  status: z.optional(z.enum(BOOKING_STATUSES, 'There is no such status')),
  paymentStatus: z.optional(z.enum(PAYMENT_STATUSES, 'There is no such payment status')),
  /** Matches any of a booking's reasons. */
  needsAttention: z.optional(z.enum(ATTENTION_REASONS, 'There is no such reason')),
  /** A work list of Today, on the clock of the business: its total is the number there. */
  work: z.optional(z.enum(BOOKING_WORK, 'There is no such work list')),
  deliveryDate: z.optional(day),
  deliveryDateFrom: z.optional(day),
  deliveryDateTo: z.optional(day),
  endDate: z.optional(day),
  endDateFrom: z.optional(day),
  endDateTo: z.optional(day),
  balanceDueFrom: z.optional(centsText),
  balanceDueTo: z.optional(centsText),
  source: z.optional(z.enum(BOOKING_SOURCES, 'There is no such source')),
  unit: z.optional(textFilter),
  /** Days of the business. */
  createdAt: z.optional(day),
  createdAtFrom: z.optional(day),
  createdAtTo: z.optional(day),
  depositAmountFrom: z.optional(centsText),
  depositAmountTo: z.optional(centsText),
  finalPriceFrom: z.optional(centsText),
  finalPriceTo: z.optional(centsText),
};

const byId = z.strictObject({ id: rowNumber });
export const listBookings = endpoint({
  name: 'listBookings',
  method: 'GET',
  path: '/api/bookings',
  access: 'office:read',
  query: listQuery(BOOKING_SORTS, bookingFilters),
  reply: z.array(booking),
});

export const getBooking = endpoint({
  name: 'getBooking',
  method: 'GET',
  path: '/api/bookings/:id',
  access: 'office:read',
  params: byId,
  reply: booking,
});

export const setBookingStatus = endpoint({
  name: 'setBookingStatus',
  method: 'PATCH',
  path: '/api/bookings/:id/status',
  access: 'bookings:write',
  params: byId,
  body: z.strictObject({
    status: z.enum(BOOKING_STATUSES, 'Choose a status'),
    notifyCustomer: z._default(z.boolean('Must be true or false'), true),
    /** For 'completed': whether the unit has been picked up. If not, its pickup stays open and it keeps its days. */
    pickedUp: z._default(z.boolean('Must be true or false'), true),
    /** The calendar rules that a reopened booking may break. */
    override: z._default(z.array(z.enum(CALENDAR_REFUSALS, 'There is no such rule')), []),
    /** For a cancelled booking: the sum of its refunds, in cents, which the caller knows to be due again. */
    dueAgain: z.optional(z.int('Enter whole cents')),
  }),
  reply: z.extend(booking, {
    endedPayLink,
    /** True if an unsent e-mail about the previous status was deleted; an undo must request it again. */
    droppedEmail: z.boolean(),
    /** After a cancellation, a note that nothing was refunded. Null for other statuses. */
    message: z.nullable(z.string()),
  }),
});

export const setFinalPrice = endpoint({
  name: 'setFinalPrice',
  method: 'PATCH',
  path: '/api/bookings/:id/final-price',
  access: 'bookings:override-price',
  params: byId,
  body: z.strictObject({
    finalPrice: cents.check(
      z.minimum(0, 'Must not be negative'),
      z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99'),
    ),
    notifyCustomer: z._default(z.boolean('Must be true or false'), true),
  }),
  reply: z.extend(booking, { endedPayLink }),
});

export const moveBooking = endpoint({
  name: 'moveBooking',
  method: 'PATCH',
  path: '/api/bookings/:id/dumpster',
  access: 'bookings:write',
  params: byId,
  body: z.strictObject({
    dumpsterId: z.int('Choose a unit').check(z.minimum(1, 'Choose a unit')),
    role: z.optional(unitRole),
  }),
  reply: booking,
});

export const clearAttention = endpoint({
  name: 'clearAttention',
  method: 'PATCH',
  path: '/api/bookings/:id/attention',
  access: 'bookings:write',
  params: byId,
  body: z.strictObject({ needsAttention: z.null('A flag can only be cleared: send null') }),
  reply: booking,
});

export const listBookingHistory = endpoint({
  name: 'listBookingHistory',
  method: 'GET',
  path: '/api/bookings/:id/history',
  access: 'office:read',
  params: byId,
  reply: z.array(bookingHistoryEntry),
});

export const sendReminder = endpoint({
  name: 'sendReminder',
  method: 'POST',
  path: '/api/bookings/:id/reminder',
  access: 'bookings:write',
  params: byId,
  reply: booking,
});

export const exportBookings = endpoint({
  ...CSV_EXPORT,
  name: 'exportBookings',
  path: '/api/bookings.csv',
  query: exportQuery({ ...bookingFilters, ids: z.optional(rowNumbers) }),
});
