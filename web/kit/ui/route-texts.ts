import { METERS_PER_MILE } from '#domain/dispatch/travel.ts';
import type { JobType } from '#domain/jobs/jobs.ts';
import { formatTime } from '#domain/shared/days.ts';

/** '7:20 AM' on the business's clock. */
export function clockText(instant: string, timeZone: string): string {
  return formatTime(Date.parse(instant), timeZone);
}

/** '2 h 5 min', '45 min'. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** '12 mi'; null while no drive is known. */
export function milesText(meters: number | null): string | null {
  if (meters === null) return null;
  const miles = meters / METERS_PER_MILE;
  return `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} mi`;
}

/** 'D-7'; of an exchange 'bring D-7, take D-3'. Null without a unit. */
export function unitsText({ type, unit, collectedUnit }: UnitsOfJob): string | null {
  if (type !== 'exchange' || !collectedUnit) return unit?.number ?? null;
  return `bring ${unit?.number ?? 'no unit'}, take ${collectedUnit.number}`;
}
type UnitsOfJob = {
  type: JobType;
  unit: { number: string } | null;
  collectedUnit: { number: string } | null;
};

/** '1 empty, 2 full'. */
export function loadText({ empty, full }: { empty: number; full: number }): string {
  const parts = [empty > 0 ? `${empty} empty` : '', full > 0 ? `${full} full` : ''].filter(Boolean);
  return parts.join(', ') || 'no unit';
}
