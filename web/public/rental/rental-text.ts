import type { RentalPeriod } from '#domain/catalog/rate-card.ts';
import { lastRentalDay } from '#domain/catalog/rental-days.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';

/** 'Dec 1, 2026', or 'Dec 1, 2026 to Dec 7, 2026' when the rental lasts longer than a day. */
export function rentalDates(option: Pick<RentalPeriod, 'days'>, start: Day): string {
  const end = lastRentalDay(option, start);
  return end === start ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
}

/** 'On site for one day'. */
export function durationText({ days }: Pick<RentalPeriod, 'days'>): string {
  return days === 1 ? 'On site for one day' : `On site for ${days} days, delivery day included`;
}
