import { type Day, dayAt, formatMoment, formatTime } from '#domain/shared/days.ts';
import { site } from '#web/config.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 'Nov 21, 2026, 4:05 AM' in an IANA time zone. The back office uses the business's time zone. */
export function momentText(instant: string, timeZone: string): string {
  return formatMoment(Date.parse(instant), timeZone);
}

/** '9:30 AM to 11:30 AM'. */
export function spanText({ from, to }: { from: string; to: string }, timeZone: string): string {
  return [from, to].map((instant) => formatTime(Date.parse(instant), timeZone)).join(' to ');
}

/** 'Sunday, November 22'. */
export function weekdayText(day: Day): string {
  const format = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', format).format(new Date(`${day}T12:00:00Z`));
}

/** 'Just now', '5 minutes ago', or the date after a day. A device clock that is behind shows 'Just now'. */
export function agoText(instant: string, nowMs: number, timeZone: string): string {
  const passedMs = nowMs - Date.parse(instant);
  if (passedMs < MINUTE_MS) return 'Just now';
  if (passedMs < HOUR_MS) return counted(Math.floor(passedMs / MINUTE_MS), 'minute');
  if (passedMs < 24 * HOUR_MS) return counted(Math.floor(passedMs / HOUR_MS), 'hour');
  return momentText(instant, timeZone);
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** The business's current day by the device clock. Decisions use the server's date. */
export function todayHere(): Day {
  return dayAt(Date.now(), site.timeZone);
}
