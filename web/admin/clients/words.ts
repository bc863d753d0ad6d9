import { formatDay } from '#domain/days.ts';
import { formatCount } from '#domain/text.ts';

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
