import type { Booking } from '#contract/staff-bookings.ts';
import { PLACEMENT_LABELS } from '#domain/catalog/quote.ts';
import { TRANSACTION_TYPE_LABELS, transactionStatusLabel } from '#domain/money/transactions.ts';
import {
  ATTENTION_LABELS,
  BOOKING_SOURCE_LABELS,
  BOOKING_STATUS_LABELS,
  PAYMENT_STATUS_LABELS,
} from '#domain/rental/bookings.ts';
import { plainDollars } from '#domain/shared/csv.ts';
import { isoInstant, localTimeFormat } from '#domain/shared/days.ts';
import { TEXT_CONSENT_CHANNELS } from '#domain/shared/texts.ts';
import type { ExportedTransaction } from '#worker/money/transactions/repo.ts';
import type { TextAnswer } from '#worker/notify/texts/states.ts';
import type { CsvColumn } from './csv-reply.ts';

/** `timeZone`: of the business, for the columns with local times. */
export function bookingCsvColumns(timeZone: string): readonly CsvColumn<ExportedBooking>[] {
  return [...Object.values(columnsByField(timeZone)).flat(), ...textColumns(timeZone), PO_NUMBER];
}

type ExportedBooking = Booking & { textAnswer: TextAnswer | null };

type Cells = CsvColumn<Booking> | CsvColumn<Booking>[];

/** The file has the phone number as the customer typed it, and all reasons for attention. */
const NOT_IN_FILE = {
  secondPhoneDisplay: [],
  isCancelling: [],
  isOnSite: [],
  isOverdue: [],
  phoneDisplay: [],
  isPhoneValid: [],
  // The file has their total.
  quote: [],
  isPaidAtBooking: [],
  rentalTitle: [],
  rentalLabel: [],
  sizeName: [],
  needsAttention: [],
  dueAgainAmount: [],
  // What follows from the expected total, the final price and the payments in the file.
  dueLater: [],
  daysDue: [],
  zone: [],
  dumpsterId: [],
  confirmedEmailAt: [],
  termsVersion: [],
  rateCardId: [],
  version: [],
  // The last column (PO_NUMBER).
  poNumber: [],
} satisfies Partial<Record<keyof Booking, []>>;

/** The columns of each field in the order of the file. */
const columnsByField = (timeZone: string): Record<keyof Booking, Cells> => ({
  id: { heading: 'Booking', cell: ({ id }) => id },
  createdAt: moments('Created', ({ createdAt }) => createdAt, timeZone),
  firstName: { heading: 'First name', cell: ({ firstName }) => firstName },
  lastName: { heading: 'Last name', cell: ({ lastName }) => lastName },
  email: { heading: 'Email', cell: ({ email }) => email },
  phone: { heading: 'Phone', cell: ({ phone }) => phone },
  address: { heading: 'Address', cell: ({ address }) => address },
  city: { heading: 'City', cell: ({ city }) => city },
  state: { heading: 'State', cell: ({ state }) => state },
  zip: { heading: 'ZIP', cell: ({ zip }) => zip },
  rentalType: { heading: 'Rental type', cell: ({ rentalLabel }) => rentalLabel },
  dumpsterType: { heading: 'Dumpster size', cell: ({ sizeName }) => sizeName },
  materialName: { heading: 'Material', cell: ({ materialName }) => materialName },
  deliveryDate: { heading: 'Delivery date', cell: ({ deliveryDate }) => deliveryDate },
  endDate: { heading: 'End date', cell: ({ endDate }) => endDate },
  pickupDay: { heading: 'Pickup day', cell: ({ pickupDay }) => pickupDay },
  status: { heading: 'Status', cell: ({ status }) => BOOKING_STATUS_LABELS[status] },
  paymentStatus: {
    heading: 'Payment status',
    cell: ({ paymentStatus }) => PAYMENT_STATUS_LABELS[paymentStatus],
  },
  depositAmount: { heading: 'Deposit', cell: ({ depositAmount }) => plainDollars(depositAmount) },
  expectedTotal: {
    heading: 'Expected total',
    cell: ({ expectedTotal }) => dollars(expectedTotal),
  },
  finalPrice: { heading: 'Final price', cell: ({ finalPrice }) => dollars(finalPrice) },
  additionalPaymentAmount: {
    heading: 'Additional payment',
    cell: (booking) => dollars(booking.additionalPaymentAmount),
  },
  additionalPaymentDate: moments(
    'Additional payment date',
    (booking) => booking.additionalPaymentDate,
    timeZone,
  ),
  refundAmount: { heading: 'Refunded', cell: ({ refundAmount }) => dollars(refundAmount) },
  refundDate: moments('Refund date', ({ refundDate }) => refundDate, timeZone),
  refundReason: { heading: 'Refund reason', cell: ({ refundReason }) => refundReason },
  stripePaymentIntentId: { heading: 'Payment ID', cell: (booking) => booking.stripePaymentIntentId },
  attention: {
    heading: 'Needs attention',
    cell: ({ attention }) => attention.map((reason) => ATTENTION_LABELS[reason]).join(', ') || null,
  },
  placementType: { heading: 'Placement', cell: ({ placementType }) => PLACEMENT_LABELS[placementType] },
  permitNumber: { heading: 'Permit number', cell: ({ permitNumber }) => permitNumber },
  permitExpires: { heading: 'Permit expires', cell: ({ permitExpires }) => permitExpires },
  notes: { heading: 'Notes', cell: ({ notes }) => notes },
  ...laterColumns(timeZone),
  ...NOT_IN_FILE,
});

/** Columns that were added later: at the end, so that the others keep their positions. */
const laterColumns = (timeZone: string) =>
  ({
    company: { heading: 'Company', cell: ({ company }) => company },
    secondPhone: { heading: 'Second phone', cell: ({ secondPhone }) => secondPhone },
    placement: { heading: 'Where to put it', cell: ({ placement }) => placement },
    internalNotes: { heading: 'Internal notes', cell: ({ internalNotes }) => internalNotes },
    source: { heading: 'Source', cell: ({ source }) => BOOKING_SOURCE_LABELS[source] },
    createdBy: { heading: 'Created by', cell: ({ createdBy }) => createdBy },
    units: {
      heading: 'Dumpster',
      cell: ({ units }) => units.map(({ number }) => number).join(', ') || null,
    },
    paidAmount: { heading: 'Paid', cell: ({ paidAmount }) => plainDollars(paidAmount) },
    balanceDue: { heading: 'Balance due', cell: ({ balanceDue }) => plainDollars(balanceDue) },
    cancelledAt: moments('Cancelled', ({ cancelledAt }) => cancelledAt, timeZone),
  }) satisfies Partial<Record<keyof Booking, Cells>>;

const TEXT_ANSWERS: Readonly<Record<TextAnswer['state'], string>> = {
  on: 'Agreed',
  withdrawn: 'Withdrawn',
  stopped: 'Stopped by text',
};

/** What the customer said about text messages; empty if the customer was not asked. */
const textColumns = (timeZone: string): CsvColumn<ExportedBooking>[] => [
  { heading: 'Text messages', cell: ({ textAnswer }) => textAnswer && TEXT_ANSWERS[textAnswer.state] },
  ...moments<ExportedBooking>(
    'Text messages recorded',
    ({ textAnswer }) => textAnswer?.createdAt ?? null,
    timeZone,
  ),
  {
    heading: 'Text messages recorded from',
    cell: ({ textAnswer }) => textAnswer && TEXT_CONSENT_CHANNELS[textAnswer.source],
  },
];

/** Added last, so that the other columns keep their positions. */
const PO_NUMBER: CsvColumn<ExportedBooking> = { heading: 'PO number', cell: ({ poNumber }) => poNumber };

/** Refunds are negative, as on the screen, so that the sum of the column is correct. */
export const transactionColumns = (timeZone: string): readonly CsvColumn<ExportedTransaction>[] => [
  { heading: 'Transaction', cell: ({ id }) => id },
  ...moments<ExportedTransaction>('Created', ({ created }) => isoInstant(created * 1000), timeZone),
  { heading: 'Type', cell: ({ type }) => TRANSACTION_TYPE_LABELS[type] },
  { heading: 'Amount', cell: ({ type, amount }) => plainDollars(type === 'refund' ? -amount : amount) },
  { heading: 'Currency', cell: ({ currency }) => currency.toUpperCase() },
  { heading: 'Status', cell: ({ type, status }) => transactionStatusLabel(type, status) },
  { heading: 'Booking', cell: ({ bookingId }) => bookingId },
  { heading: 'Email', cell: ({ receiptEmail, customerEmail }) => receiptEmail ?? customerEmail },
  { heading: 'Payment method', cell: ({ paymentMethod }) => paymentMethod },
  { heading: 'Reason', cell: ({ reason }) => reason },
  // Of payments and refunds outside Stripe. Added later, so they stand at the end.
  { heading: 'Received or paid out', cell: ({ recorded }) => recorded?.paymentDay ?? null },
  { heading: 'Reference', cell: ({ recorded }) => recorded?.reference ?? null },
  { heading: 'Recorded by', cell: ({ recorded }) => recorded?.recordedBy ?? null },
  ...moments<ExportedTransaction>('Voided', ({ recorded }) => recorded?.voidedAt ?? null, timeZone),
  { heading: 'Voided by', cell: ({ recorded }) => recorded?.voidedBy ?? null },
  { heading: 'Void reason', cell: ({ recorded }) => recorded?.voidReason ?? null },
  { heading: 'Customer', cell: ({ customer }) => customer },
];

/** An instant in two columns: in the time zone of the business, and as ISO 8601 in UTC. */
function moments<Row>(
  heading: string,
  instant: (row: Row) => string | null,
  timeZone: string,
): CsvColumn<Row>[] {
  const format = localTimeFormat(timeZone);
  const local = (text: string | null) => text && format(Date.parse(text));
  return [
    { heading: `${heading} (local)`, cell: (row) => local(instant(row)) },
    { heading: `${heading} (UTC)`, cell: instant },
  ];
}

function dollars(cents: number | null): string | null {
  return cents === null ? null : plainDollars(cents);
}
