import { formatWeight } from '#domain/catalog/dump-tickets.ts';
import { PLACEMENT_LABELS, PLACEMENT_TYPES } from '#domain/catalog/quote.ts';
import { formatDay, isDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import {
  ATTENTION_LABELS,
  BOOKING_STATUS_LABELS,
  BOOKING_STATUSES,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
} from './bookings.ts';

const LABELS: Readonly<Record<string, string>> = {
  status: 'Status',
  finalPrice: 'Final price',
  paymentStatus: 'Payment status',
  additionalPaymentAmount: 'Additional payments',
  refundAmount: 'Refunded so far',
  dumpsterNumber: 'Unit',
  dumpsterId: 'Unit',
  needsAttention: 'Attention',
  permitExpires: 'Permit valid until',
  zip: 'ZIP code',
  email: 'E-mail',
  poNumber: 'PO number',
  placement: 'Where to put it',
  placementType: 'Placement',
  agreedPrice: 'Price at booking',
  endDate: 'Last day',
  rentalType: 'Rental',
  dumpsterType: 'Size',
  exchangeDay: 'Exchange on',
  keptCharge: 'Kept as a cancellation fee',
  payLinkEnds: 'Payment link ends',
  movedBooking: 'Made room by moving booking',
  madeRoomFor: 'Made room for booking',
  pickupDue: 'Pickup due',
  overriddenRules: 'Calendar rules overridden',
  dueAgain: 'Refunds due again',
};

/** The label of a booking's field in its history. */
export function fieldLabel(field: string): string {
  return LABELS[field] ?? sentenceCase(field);
}

/** A value of a booking's field as the screens show it. */
export function fieldText(field: string, value: unknown): string {
  const label = (known: readonly string[], labels: Readonly<Record<string, string>>) =>
    known.includes(String(value)) ? labels[String(value)] : null;
  switch (field) {
    case 'status':
      return label(BOOKING_STATUSES, BOOKING_STATUS_LABELS) ?? plain(value);
    case 'paymentStatus':
      return label(PAYMENT_STATUSES, PAYMENT_STATUS_LABELS) ?? plain(value);
    case 'needsAttention':
      return label(Object.keys(ATTENTION_LABELS), ATTENTION_LABELS) ?? plain(value);
    case 'overriddenRules':
      return plain(value).replaceAll('_', ' ');
    case 'placementType':
      return label(PLACEMENT_TYPES, PLACEMENT_LABELS) ?? plain(value);
    case 'agreedPrice':
    case 'expectedTotal':
    case 'finalPrice':
      return typeof value === 'number' ? formatUsd(value) : 'Not set';
    case 'priceDifference':
    case 'keptCharge':
    case 'dueAgain':
    case 'additionalPaymentAmount':
    case 'refundAmount':
      return formatUsd(typeof value === 'number' ? value : 0);
    default:
      return typeof value === 'string' && isDay(value) ? formatDay(value) : plain(value);
  }
}

/** A dump ticket in one line. */
export function ticketText(value: unknown): string {
  const { dumpLocation, dumpDate, weight, feeAmount, ticketNumber } = (value ?? {}) as Record<
    string,
    unknown
  >;
  if (typeof dumpDate !== 'string' || typeof weight !== 'number' || typeof feeAmount !== 'number') {
    return 'see the dump tickets';
  }
  const number = typeof ticketNumber === 'string' ? `No. ${ticketNumber}, ` : '';
  return `${number}${formatUsd(feeAmount)}, ${dumpLocation}, ${formatDay(dumpDate)}, ${formatWeight(weight)}`;
}

/** 'Refund reason' of 'refundReason', 'Card declined' of 'card_declined'. */
export function sentenceCase(name: string): string {
  const words = name.replace(/([A-Z])|_/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
