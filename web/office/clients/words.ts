import type { Client } from '#contract/clients.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatCount } from '#domain/shared/text.ts';

/** '1 booking', '1,234 bookings'. */
export function bookingsText(count: number): string {
  return `${formatCount(count)} booking${count === 1 ? '' : 's'}`;
}

/** 'Nov 20, 2026 (7-Day)'. */
export function rentalText({
  deliveryDate,
  rentalLabel,
}: {
  deliveryDate: string;
  rentalLabel: string;
}): string {
  return `${formatDay(deliveryDate)} (${rentalLabel})`;
}

/** The key of a client for a sentence: the e-mail address, or the phone number as (555) 010-0199. */
export function keyText(key: string): string {
  return /^\d{10}$/.test(key) ? `(${key.slice(0, 3)}) ${key.slice(3, 6)}-${key.slice(6)}` : key;
}

/** Whether the booking with the latest delivery day is still to come. */
export function isUpcoming(lastBooking: Client['lastBooking'], pastBooking: Client['pastBooking']): boolean {
  return lastBooking.id !== pastBooking?.id;
}
