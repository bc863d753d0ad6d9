import type { Booking } from '#contract/staff-bookings.ts';
import { ATTENTION_LABELS, BOOKING_STATUS_LABELS, PAYMENT_STATUS_LABELS } from '#domain/bookings.ts';
import { plainDollars } from '#domain/csv.ts';
import { localTimeFormat } from '#domain/days.ts';
import { dumpsterSize, rentalOption } from '#domain/rental.ts';
import { TRANSACTION_TYPE_LABELS, transactionStatusLabel } from '#domain/transactions.ts';
import type { ExportedTransaction } from '#worker/payments/transactions/list-repo.ts';
import type { CsvColumn } from './csv-reply.ts';

/** `timeZone`: the business's, whose clock the local columns show. */
export const bookingColumns = (timeZone: string): readonly CsvColumn<Booking>[] => [
  { heading: 'Booking', cell: ({ id }) => id },
  ...moments<Booking>('Created', ({ createdAt }) => createdAt, timeZone),
  { heading: 'First name', cell: ({ firstName }) => firstName },
  { heading: 'Last name', cell: ({ lastName }) => lastName },
  { heading: 'Email', cell: ({ email }) => email },
  { heading: 'Phone', cell: ({ phone }) => phone },
  { heading: 'Address', cell: ({ address }) => address },
  { heading: 'City', cell: ({ city }) => city },
  { heading: 'State', cell: ({ state }) => state },
  { heading: 'ZIP', cell: ({ zip }) => zip },
  { heading: 'Rental type', cell: ({ rentalType }) => rentalOption(rentalType).label },
  { heading: 'Dumpster size', cell: ({ dumpsterType }) => dumpsterSize(dumpsterType).name },
  { heading: 'Delivery date', cell: ({ deliveryDate }) => deliveryDate },
  { heading: 'End date', cell: ({ endDate }) => endDate },
  { heading: 'Status', cell: ({ status }) => BOOKING_STATUS_LABELS[status] },
  { heading: 'Payment status', cell: ({ paymentStatus }) => PAYMENT_STATUS_LABELS[paymentStatus] },
  { heading: 'Deposit', cell: ({ depositAmount }) => plainDollars(depositAmount) },
  { heading: 'Final price', cell: ({ finalPrice }) => dollars(finalPrice) },
  { heading: 'Additional payment', cell: (booking) => dollars(booking.additionalPaymentAmount) },
  ...moments<Booking>('Additional payment date', (booking) => booking.additionalPaymentDate, timeZone),
  { heading: 'Refunded', cell: ({ refundAmount }) => dollars(refundAmount) },
  ...moments<Booking>('Refund date', ({ refundDate }) => refundDate, timeZone),
  { heading: 'Refund reason', cell: ({ refundReason }) => refundReason },
  { heading: 'Payment ID', cell: (booking) => booking.stripePaymentIntentId },
  {
    heading: 'Needs attention',
    cell: ({ needsAttention }) => needsAttention && ATTENTION_LABELS[needsAttention],
  },
  { heading: 'Notes', cell: ({ notes }) => notes },
];

/** Refunds carry a minus, as on the screen, so that the column adds up. */
export const transactionColumns = (timeZone: string): readonly CsvColumn<ExportedTransaction>[] => [
  { heading: 'Transaction', cell: ({ id }) => id },
  ...moments<ExportedTransaction>(
    'Created',
    ({ created }) => new Date(created * 1000).toISOString(),
    timeZone,
  ),
  { heading: 'Type', cell: ({ type }) => TRANSACTION_TYPE_LABELS[type] },
  { heading: 'Amount', cell: ({ type, amount }) => plainDollars(type === 'refund' ? -amount : amount) },
  { heading: 'Currency', cell: ({ currency }) => currency.toUpperCase() },
  { heading: 'Status', cell: ({ type, status }) => transactionStatusLabel(type, status) },
  { heading: 'Booking', cell: ({ bookingId }) => bookingId },
  { heading: 'Email', cell: ({ receiptEmail, customerEmail }) => receiptEmail ?? customerEmail },
  { heading: 'Payment method', cell: ({ paymentMethod }) => paymentMethod },
  { heading: 'Reason', cell: ({ reason }) => reason },
];

/** An instant twice: on the business's clock, and as ISO 8601 in UTC. */
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
