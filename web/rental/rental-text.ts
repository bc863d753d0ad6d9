import { type Day, formatDay } from '#domain/days.ts';
import { type DumpsterType, dumpsterSize, type RentalType, rentalEnd, rentalOption } from '#domain/rental.ts';

/** 'Dec 1, 2026', or 'Dec 1, 2026 to Dec 7, 2026' when the rental lasts longer than a day. */
export function rentalDates(type: RentalType, start: Day): string {
  const end = rentalEnd(type, start);
  return end === start ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
}

/** '15-Yard dumpster'. */
export function dumpsterText(type: DumpsterType): string {
  return `${dumpsterSize(type).name} dumpster`;
}

/** 'On site for one day'. */
export function durationText(type: RentalType): string {
  const { days } = rentalOption(type);
  return days === 1 ? 'On site for one day' : `On site for ${days} days, delivery day included`;
}
