import type { Dumpster, UnitScheduleEntry } from '#contract/inventory.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';

/** Bookings beyond this number are only counted. */
const NAMED = 5;

/** The message after a unit was changed or switched on or off; `staying`: the bookings that stay on it. */
export function switchedWords(
  { dumpsterNumber, isAvailable }: Pick<Dumpster, 'dumpsterNumber' | 'isAvailable'>,
  staying: readonly UnitScheduleEntry[] | null,
): string {
  if (isAvailable) return `${dumpsterNumber} is in service.`;
  const off = `${dumpsterNumber} is out of service.`;
  if (!staying) return `${off} What is booked on it stays.`;
  return staying.length === 0 ? `${off} Nothing is booked on it.` : `${off} ${stayingWords(staying)}`;
}

function stayingWords(staying: readonly UnitScheduleEntry[]): string {
  const named = staying.slice(0, NAMED).map(({ bookingId }) => `#${bookingId}`);
  const others = staying.length - named.length;
  const names = `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return staying.length === 1
    ? `1 booking stays on it: ${names}.`
    : `${staying.length} bookings stay on it: ${names}.`;
}

/** 'Dec 1, 2026', or 'Dec 1, 2026 to Dec 7, 2026'. */
export function daysWords({ from, to }: { from: Day; to: Day }): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}
