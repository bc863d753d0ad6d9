import type { BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { formatTime } from '#domain/days.ts';
import { STOP_LABELS, type StopType } from '#domain/dispatch/stops.ts';
import { customerFullName } from '#web/ui/names.ts';

/** Signs of stops, beside their names. */
export const STOP_SIGNS: Readonly<Record<StopType, string>> = {
  delivery: '↓',
  exchange: '⇄',
  dump_and_return: '↻',
  relocation: '→',
  relocate_on_site: '→',
  live_load: '⇅',
  final_pickup: '↑',
  disposal: '▼',
  yard: '⌂',
  break: '‖',
};

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

const METERS_PER_MILE = 1609.344;

/** '12 mi'; null while no drive is known. */
export function milesText(meters: number | null): string | null {
  if (meters === null) return null;
  const miles = meters / METERS_PER_MILE;
  return `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} mi`;
}

/** 'Lee, Truck 1'. */
export function routeName({ driver, truck }: Pick<BoardRoute, 'driver' | 'truck'>): string {
  return truck ? `${driver.name}, ${truck.name}` : driver.name;
}

export function jobName(job: BoardJob): string {
  return `${STOP_LABELS[job.type]} for ${customerFullName(job)}`;
}

export function stopTitle({ type, job, site }: Pick<BoardStop, 'type' | 'job' | 'site'>): string {
  if (job) return jobName(job);
  return site?.name ?? STOP_LABELS[type];
}

/** '1 empty, 2 full'. */
export function loadText({ empty, full }: { empty: number; full: number }): string {
  const parts = [empty > 0 ? `${empty} empty` : '', full > 0 ? `${full} full` : ''].filter(Boolean);
  return parts.join(', ') || 'no unit';
}
