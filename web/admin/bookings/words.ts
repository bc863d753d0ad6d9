import type { Booking } from '#contract/staff-bookings.ts';
import {
  ATTENTION_LABELS,
  BOOKING_STATUS_LABELS,
  BOOKING_STATUSES,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
} from '#domain/bookings.ts';
import { formatDay, isDay } from '#domain/days.ts';
import { formatWeight } from '#domain/dump-fees.ts';
import { formatUsd } from '#domain/money.ts';

/** 'Dec 1, 2026 to Dec 7, 2026', or the one day of a rental that ends as it begins. */
export function daysText({ deliveryDate, endDate }: Pick<Booking, 'deliveryDate' | 'endDate'>): string {
  const start = formatDay(deliveryDate);
  return deliveryDate === endDate ? start : `${start} to ${formatDay(endDate)}`;
}

/** ' The payment link for $175.00 has ended.', to follow a sentence; '' where none has. */
export function endedLinkText(link: { amount: number } | null): string {
  return link ? ` The payment link for ${formatUsd(link.amount)} has ended.` : '';
}

export function priceText(cents: number | null): string {
  return cents === null ? 'Not set' : formatUsd(cents);
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  status: 'Status',
  finalPrice: 'Final price',
  paymentStatus: 'Payment status',
  dumpsterNumber: 'Dumpster',
  dumpsterId: 'Dumpster',
  needsAttention: 'Attention',
  charged: 'Charged',
  notCharged: 'Not charged',
  refunded: 'Refunded',
  payLink: 'Pay link',
};

/** What staff did with money is told in cents. */
const AMOUNTS: readonly string[] = ['charged', 'notCharged', 'refunded', 'payLink'];

export function fieldLabel(field: string): string {
  return FIELD_LABELS[field] ?? inWords(field);
}

/** A value of the history or of a booking, as the screens say it elsewhere. */
export function valueText(field: string, value: unknown): string {
  const label = (known: readonly string[], labels: Readonly<Record<string, string>>) =>
    known.includes(String(value)) ? labels[String(value)] : null;
  if (AMOUNTS.includes(field) && typeof value === 'number') return formatUsd(value);
  switch (field) {
    case 'status':
      return label(BOOKING_STATUSES, BOOKING_STATUS_LABELS) ?? plain(value);
    case 'paymentStatus':
      return label(PAYMENT_STATUSES, PAYMENT_STATUS_LABELS) ?? plain(value);
    case 'needsAttention':
      return label(Object.keys(ATTENTION_LABELS), ATTENTION_LABELS) ?? plain(value);
    case 'finalPrice':
      return typeof value === 'number' ? formatUsd(value) : 'Not set';
    case 'reason':
      return inWords(String(value).replace(':', ': '));
    case 'dumpTicket':
      return ticketText(value);
    default:
      return typeof value === 'string' && isDay(value) ? formatDay(value) : plain(value);
  }
}

/** A dump ticket of the history; a booking itself carries none. */
function ticketText(value: unknown): string {
  const { dumpLocation, dumpDate, weight, feeAmount } = (value ?? {}) as Record<string, unknown>;
  if (typeof dumpDate !== 'string' || typeof weight !== 'number' || typeof feeAmount !== 'number') {
    return 'See the dump tickets';
  }
  return `${formatUsd(feeAmount)}, ${dumpLocation}, ${formatDay(dumpDate)}, ${formatWeight(weight)}`;
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** 'Refund reason' of 'refundReason', 'Card declined' of 'card_declined'. */
function inWords(field: string): string {
  const words = field.replace(/([A-Z])|_/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
