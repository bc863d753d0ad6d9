import type { Client } from '#contract/clients.ts';
import { formatDay } from '#domain/days.ts';
import { type RentalType, rentalOption } from '#domain/rental.ts';

export function nameOf({ firstName, lastName }: Pick<Client, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** '1 booking', '1,234 bookings'. */
export function bookingsText(count: number): string {
  return `${count.toLocaleString('en-US')} booking${count === 1 ? '' : 's'}`;
}

export function addressText({ address, city, state, zip }: Client): string {
  return `${address}, ${city}, ${state} ${zip}`;
}

/** 'Nov 20, 2026 (7-Day)'. */
export function rentalText({
  deliveryDate,
  rentalType,
}: {
  deliveryDate: string;
  rentalType: RentalType;
}): string {
  return `${formatDay(deliveryDate)} (${rentalOption(rentalType).label})`;
}
