import type { Booking } from '#contract/staff-bookings.ts';
import { formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { errorText } from '#web/api/call.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

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

/** What failed (SPEC 8), and the server's reason after it. */
export function failureText(what: string, error: unknown): string {
  return `${what} ${errorText(error, 'The server did not answer. Check your connection.')}`;
}

export function toastFailure(what: string, error: unknown): void {
  toast({ title: 'Error', text: failureText(what, error), variant: 'destructive' });
}
