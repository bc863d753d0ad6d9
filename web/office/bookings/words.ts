import type { Booking } from '#contract/staff-bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';

/** 'Dec 1, 2026 to Dec 7, 2026', or one date for a rental of one day. */
export function daysText({ deliveryDate, endDate }: Pick<Booking, 'deliveryDate' | 'endDate'>): string {
  const start = formatDay(deliveryDate);
  return deliveryDate === endDate ? start : `${start} to ${formatDay(endDate)}`;
}

/** ' The payment link for $175.00 has ended.', to be appended to a sentence; '' if none has ended. */
export function endedLinkText(link: { amount: number } | null): string {
  return link ? ` The payment link for ${formatUsd(link.amount)} has ended.` : '';
}

export function priceText(cents: number | null): string {
  return cents === null ? 'Not set' : formatUsd(cents);
}
