import type { CatalogNames } from '#contract/catalog-names.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Job } from '#contract/jobs.ts';
import type { BookingPayments, BookingTransaction } from '#contract/payments.ts';
import type { SavedView } from '#contract/saved-views.ts';
import type { Booking, setBookingStatus } from '#contract/staff-bookings.ts';
import type { Today } from '#contract/today.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { BOOKING_WORK, TRANSACTION_WORK } from '#domain/rental/work-lists.ts';
import { todayHere } from '#web/kit/dates/moment.ts';

/** The first catalog's names of the sample's rental. */
const RENTAL_LABELS = {
  rentalTitle: '7-Day Rental',
  rentalLabel: '7-Day',
  sizeName: '15-Yard',
  materialName: null,
};

/** The first catalog's entries. */
export const CATALOG_NAMES: CatalogNames = FIRST_RATE_CARD;

/** What the summary of a customer has beside the fields of the sample. */
export const SUMMARY_LABELS = {
  ...RENTAL_LABELS,
  sizeMeasures: { yards: 15, lengthIn: 192, widthIn: 90, heightIn: 54 },
  pickupDay: '2026-12-07',
};

/** What a booking of the public page has beside the customer's input. */
const STAFF_FIELDS = {
  company: null,
  poNumber: null,
  secondPhone: null,
  secondPhoneDisplay: null,
  placement: null,
  internalNotes: null,
  source: 'web',
  createdBy: null,
  cancelledAt: null,
  paidAmount: 42_500,
  dueAgainAmount: 0,
  balanceDue: 0,
  dueLater: null,
  daysDue: 0,
  units: [{ id: 3, number: 'D-3', role: 'first', startDate: '2026-12-01', endDate: '2026-12-07' }],
  isCancelling: false,
  isOnSite: false,
  isOverdue: false,
} satisfies Partial<Booking>;

/** A sample booking as the server returns it. */
export function sampleBooking(changes: Partial<Booking> = {}): Booking {
  return {
    id: 12,
    firstName: 'Maria',
    lastName: 'Alvarez',
    email: 'maria.alvarez@example.com',
    phone: '(717) 555-0142',
    phoneDisplay: '(717) 555-0142',
    isPhoneValid: true,
    address: '118 Chestnut Street',
    city: 'Lancaster',
    state: 'PA',
    zip: '17602',
    rentalType: '7-day',
    dumpsterType: '15-yard',
    deliveryDate: '2026-12-01',
    endDate: '2026-12-07',
    pickupDay: '2026-12-07',
    ...RENTAL_LABELS,
    notes: 'The gate code is 4711.',
    depositAmount: 42_500,
    quote: null,
    expectedTotal: null,
    isPaidAtBooking: false,
    finalPrice: null,
    status: 'pending',
    paymentStatus: 'deposit_paid',
    additionalPaymentAmount: null,
    additionalPaymentDate: null,
    refundAmount: null,
    refundDate: null,
    refundReason: null,
    stripePaymentIntentId: 'pi_12',
    dumpsterId: 3,
    placementType: 'private',
    zone: null,
    permitNumber: null,
    permitExpires: null,
    ...STAFF_FIELDS,
    attention: changes.needsAttention ? [changes.needsAttention] : [],
    needsAttention: null,
    termsVersion: '2026-11',
    rateCardId: 1,
    createdAt: '2026-11-21T17:05:00.000Z',
    confirmedEmailAt: null,
    version: 1,
    ...changes,
  };
}

/** The reply to a change of that booking's status or price. */
export function savedStatus(
  changes: Partial<ReplyOf<typeof setBookingStatus>> = {},
): ReplyOf<typeof setBookingStatus> {
  return { ...sampleBooking(changes), endedPayLink: null, droppedEmail: false, message: null, ...changes };
}

/** The payments of that booking: one deposit by card. */
export function samplePayments(changes: Partial<BookingPayments> = {}): BookingPayments {
  return {
    paid: 42_500,
    remaining: 0,
    refunded: 0,
    refundable: 42_500,
    card: { brand: 'visa', last4: '4242' },
    isCardRefused: false,
    chargeableWithoutPassword: 200_000,
    payments: [sampleDeposit()],
    transactions: [sampleBookingTransaction()],
    operation: null,
    payLink: null,
    ...changes,
  };
}

type Payment = BookingPayments['payments'][number];

export function sampleDeposit(changes: Partial<Payment> = {}): Payment {
  const paid = { id: 'pi_12', amount: 42_500, refundable: 42_500, created: 1_795_280_700 };
  const common = { paymentMethod: 'card', last4: '4242', isDisputed: false, disputeStatus: null };
  return { ...paid, ...common, kind: 'deposit', ...changes };
}

const NOT_RECORDED = {
  paymentDay: null,
  reference: null,
  recordedBy: null,
  voidedAt: null,
  voidedBy: null,
  voidReason: null,
};

export function sampleBookingTransaction(changes: Partial<BookingTransaction> = {}): BookingTransaction {
  return {
    id: 'pi_12',
    type: 'payment',
    kind: 'deposit',
    status: 'succeeded',
    amount: 42_500,
    created: 1_795_280_700,
    paymentMethod: 'card',
    card: { brand: 'visa', last4: '4242' },
    reason: null,
    ...NOT_RECORDED,
    ...changes,
  };
}

/** A delivery of booking 12 that is due today. */
export function sampleJob(changes: Partial<Job> = {}): Job {
  const { firstName, lastName, phone, phoneDisplay, address, city, state, zip, sizeName } = sampleBooking();
  return {
    firstName,
    lastName,
    phone,
    phoneDisplay,
    address,
    city,
    state,
    zip,
    sizeName,
    id: 31,
    bookingId: 12,
    type: 'delivery',
    dueDay: todayHere(),
    timeWindow: 'any',
    status: 'open',
    doneAt: null,
    doneBy: null,
    version: 1,
    company: null,
    secondPhoneDisplay: null,
    placement: null,
    notes: null,
    unit: { id: 3, number: 'D-3' },
    collectedUnit: null,
    bookingStatus: 'confirmed',
    endDate: '2026-12-07',
    isOverdue: false,
    arrivalWindow: null,
    ...changes,
  };
}

/** A day without work. */
export function sampleToday(changes: Partial<Today> = {}): Today {
  const none = { count: 0, done: 0, jobs: [] };
  const counts = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  return {
    day: todayHere(),
    deliveries: none,
    exchanges: none,
    pickups: none,
    bookings: counts(BOOKING_WORK),
    sums: { balance_due: 0, unpriced: 0 },
    transactions: counts(TRANSACTION_WORK),
    disputes: [],
    failedNotifications: 0,
    fromDrivers: 0,
    ...changes,
  };
}

export function sampleView(changes: Partial<SavedView> = {}): SavedView {
  return {
    id: 5,
    list: 'bookings',
    name: 'Overdue this week',
    query: { work: 'overdue', deliveryPreset: 'this_week' },
    columns: ['city', 'unit'],
    isShared: false,
    isOwn: true,
    ownerName: 'Dana Cole',
    version: 1,
    ...changes,
  };
}
