import type { Booking } from '#contract/staff-bookings.ts';
import type { Transaction } from '#contract/transactions.ts';
import { type AttentionReason, BOOKING_STATUS_LABELS, PAYMENT_STATUS_LABELS } from '#domain/bookings.ts';
import { plainDollars } from '#domain/csv.ts';
import { dumpsterSize, rentalOption } from '#domain/rental.ts';
import { TRANSACTION_TYPE_LABELS, transactionStatusLabel } from '#domain/transactions.ts';
import type { CsvColumn } from './csv-reply.ts';

const ATTENTION: Readonly<Record<AttentionReason, string>> = {
  no_unit: 'No unit assigned',
  payment_mismatch: 'Payment mismatch',
};

export const BOOKING_COLUMNS: readonly CsvColumn<Booking>[] = [
  { heading: 'Booking', cell: ({ id }) => id },
  { heading: 'Created', cell: ({ createdAt }) => createdAt },
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
  { heading: 'Additional payment date', cell: (booking) => booking.additionalPaymentDate },
  { heading: 'Refunded', cell: ({ refundAmount }) => dollars(refundAmount) },
  { heading: 'Refund date', cell: ({ refundDate }) => refundDate },
  { heading: 'Refund reason', cell: ({ refundReason }) => refundReason },
  { heading: 'Payment ID', cell: (booking) => booking.stripePaymentIntentId },
  { heading: 'Needs attention', cell: ({ needsAttention }) => needsAttention && ATTENTION[needsAttention] },
  { heading: 'Notes', cell: ({ notes }) => notes },
];

/** What went back carries a minus, as on the screen, so that the column adds up. */
export const TRANSACTION_COLUMNS: readonly CsvColumn<Transaction>[] = [
  { heading: 'Transaction', cell: ({ id }) => id },
  { heading: 'Created', cell: ({ created }) => new Date(created * 1000).toISOString() },
  { heading: 'Type', cell: ({ type }) => TRANSACTION_TYPE_LABELS[type] },
  { heading: 'Amount', cell: ({ type, amount }) => plainDollars(type === 'refund' ? -amount : amount) },
  { heading: 'Currency', cell: ({ currency }) => currency.toUpperCase() },
  { heading: 'Status', cell: ({ type, status }) => transactionStatusLabel(type, status) },
  { heading: 'Booking', cell: ({ bookingId }) => bookingId },
  { heading: 'Email', cell: ({ receiptEmail }) => receiptEmail },
  { heading: 'Payment method', cell: ({ paymentMethod }) => paymentMethod },
  { heading: 'Reason', cell: ({ reason }) => reason },
];

function dollars(cents: number | null): string | null {
  return cents === null ? null : plainDollars(cents);
}
