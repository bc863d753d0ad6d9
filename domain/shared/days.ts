/**
 * Civil days as text (yyyy-mm-dd). A day never becomes a Date in a local zone; the arithmetic runs on
 * UTC midnights, where every day has 24 hours.
 */
export type Day = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
/** Of a UTC day: a local day has 23 to 25 hours. */
export const DAY_MS = 86_400_000;
const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Whether the text names a day that exists: '2027-02-29' does not. */
export function isDay(text: string): text is Day {
  const match = DAY_PATTERN.exec(text);
  if (!match) return false;
  const ms = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return dayFromUtc(ms) === text;
}

export function addDays(day: Day, count: number): Day {
  return dayFromUtc(utcMidnight(day) + count * DAY_MS);
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(utcMidnight(day)).getUTCDay();
}

/** Formatters by time zone: creating one is far slower than calling it. */
type Formats = Record<string, Intl.DateTimeFormat>;
const dayFormats: Formats = {};
const clockFormats: Formats = {};

/** The business's day at an instant, in an IANA time zone. */
export function dayAt(epochMs: number, timeZone: string): Day {
  // Swedish dates have the form yyyy-mm-dd.
  dayFormats[timeZone] ??= new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return dayFormats[timeZone].format(epochMs);
}

/** The local hour, 0 to 23, at an instant in an IANA time zone. */
export function hourAt(epochMs: number, timeZone: string): number {
  return Number(
    new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(epochMs),
  );
}

/**
 * The latest time 'HH:MM' that clocks have shown on the day of an instant, in an IANA time zone. It differs from the
 * clock only in the hour that is repeated when daylight saving time ends.
 */
export function latestTimeAt(epochMs: number, timeZone: string): string {
  const time = clockAt(epochMs, timeZone);
  // Clocks change at a full hour of UTC in every zone of the US.
  const beforeChange = Math.floor(epochMs / HOUR_MS) * HOUR_MS - MINUTE_MS;
  const isToday = dayAt(beforeChange, timeZone) === dayAt(epochMs, timeZone);
  const earlier = clockAt(beforeChange, timeZone);
  return isToday && earlier > time ? earlier : time;
}

/** 'HH:MM' on the clock, 00 to 23 hours, in an IANA time zone. */
export function clockAt(epochMs: number, timeZone: string): string {
  clockFormats[timeZone] ??= new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return clockFormats[timeZone].format(epochMs);
}

/**
 * Returns a formatter of instants (ms) as 'yyyy-mm-dd HH:MM:SS' in an IANA time zone; spreadsheets read this as a date.
 * Create it once for many instants: creating one is far slower than calling it.
 */
export function localTimeFormat(timeZone: string): (epochMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (epochMs) => format.format(epochMs);
}

const QUARTER_MS = 15 * 60_000;

/** The first millisecond of a day in an IANA time zone. Searches quarter hours: in every zone, days begin on one. */
export function startOfDay(day: Day, timeZone: string): number {
  const quarter = (count: number) => utcMidnight(day) + count * QUARTER_MS;
  let before = -15 * 4;
  let begun = 15 * 4;
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (dayAt(quarter(middle), timeZone) >= day) begun = middle;
    else before = middle;
  }
  return quarter(begun);
}

/**
 * The instant at which clocks show a time 'HH:MM' on a day, in an IANA time zone. A time that clocks show twice is the
 * later one; one that they skip is an hour later.
 */
export function instantOn(day: Day, time: string, timeZone: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const guess = startOfDay(day, timeZone) + (hours * 60 + minutes) * MINUTE_MS;
  const [shownHours = 0, shownMinutes = 0] = clockAt(guess, timeZone).split(':').map(Number);
  const ahead = (shownHours - hours) * 60 + shownMinutes - minutes;
  // Near midnight the clock may show the next or the previous day.
  const difference = ((ahead + 2160) % 1440) - 720;
  return guess - difference * MINUTE_MS;
}

/** 'yyyy-mm' of a day. */
export function monthOf(day: Day): string {
  return day.slice(0, 7);
}

export function isMonth(text: string): boolean {
  return isDay(`${text}-01`);
}

/** Every day of a month given as 'yyyy-mm', in order. */
export function daysOfMonth(month: string): Day[] {
  const days: Day[] = [];
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
}

/** 'MMM d, yyyy': 'Dec 1, 2026'. */
export function formatDay(day: Day): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${MONTHS[(month ?? 1) - 1]} ${date}, ${year}`;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** 'Wed, Nov 25, 2026': a day as customers plan with it. */
export function formatWeekday(day: Day): string {
  return `${WEEKDAYS[weekdayOf(day)]?.slice(0, 3)}, ${formatDay(day)}`;
}

/** 'Wednesday, Nov 25, 12:00 AM' in an IANA time zone. */
export function formatDeadline(epochMs: number, timeZone: string): string {
  const day = dayAt(epochMs, timeZone);
  return `${WEEKDAYS[weekdayOf(day)]}, ${formatDayRange(day, day)}, ${formatTime(epochMs, timeZone)}`;
}

/** 'Nov 19', 'Nov 19 to 23', 'Nov 29 to Dec 2'. */
export function formatDayRange(from: Day, to: Day): string {
  const [first, last] = [from, to].map((day) => formatDay(day).split(',')[0] ?? '');
  if (from === to) return first ?? '';
  return monthOf(from) === monthOf(to) ? `${first} to ${Number(to.slice(8))}` : `${first} to ${last}`;
}

/** '2:14 PM' in an IANA time zone. */
export function formatTime(epochMs: number, timeZone: string): string {
  return inZone(epochMs, { timeStyle: 'short', timeZone });
}

/** 'Nov 21, 2026, 2:14 PM' in an IANA time zone. */
export function formatMoment(epochMs: number, timeZone: string): string {
  return inZone(epochMs, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

/** An instant as ISO 8601 in UTC, the format of the API. */
export function isoInstant(epochMs: number): string;
export function isoInstant(epochMs: number | null): string | null;
export function isoInstant(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}

/** Replaces the narrow space that some runtimes put before 'PM'. */
function inZone(epochMs: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', options).format(epochMs).replace(/\s/g, ' ');
}

function utcMidnight(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayFromUtc(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10);
}
