import { addDays, type Day, isDay } from './days.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const DATE = '\\d{1,2}(?:st|nd|rd|th)?';
const YEAR = '(?:,?\\s+(?<year>\\d{4}))?(?=\\s|$)';
const MONTH_DAY = new RegExp(`(?:^|\\s)(?<name>${MONTH})\\.?\\s+(?<date>${DATE})${YEAR}`, 'i');
const DAY_MONTH = new RegExp(`(?:^|\\s)(?<date>${DATE})\\s+(?<name>${MONTH})\\.?${YEAR}`, 'i');
const ISO = /(?:^|\s)(\d{4})-(\d{2})-(\d{2})(?=\s|$)/;
const US = /(?:^|\s)(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?=\s|$)/;
/** Without a year only alone: '1/2' can be a part of an address. */
const SHORT = /^\s*(\d{1,2})\/(\d{1,2})\s*$/;

/**
 * The day that a search names ('Nov 29', '29 nov', 'November 29, 2026', '11/29/2026', '11/29/26', '2026-11-29', or '11/29'
 * alone) and the other words; null without one. A day without a year is the one nearest to `today`.
 */
export function findSearchedDay(text: string, today: Day): { day: Day; rest: string } | null {
  const named = MONTH_DAY.exec(text) ?? DAY_MONTH.exec(text);
  if (named) {
    const { name = '', date = '', year } = named.groups ?? {};
    const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    return found(
      text,
      named[0],
      dayIn({ year, month: String(month), date: String(parseInt(date, 10)) }, today),
    );
  }
  const iso = ISO.exec(text);
  if (iso)
    return found(text, iso[0], dayIn({ year: iso[1], month: iso[2] ?? '', date: iso[3] ?? '' }, today));
  const us = US.exec(text) ?? SHORT.exec(text);
  if (us)
    return found(text, us[0], dayIn({ month: us[1] ?? '', date: us[2] ?? '', year: fullYear(us[3]) }, today));
  return null;
}

/** '26' is 2026. */
const fullYear = (year: string | undefined) => (year?.length === 2 ? `20${year}` : year);

function found(text: string, part: string, day: Day | null) {
  return day === null ? null : { day, rest: text.replace(part, ' ').trim() };
}

type Parts = { year?: string | undefined; month: string; date: string };

function dayIn({ year, month, date }: Parts, today: Day): Day | null {
  const thisYear = Number(today.slice(0, 4));
  const years = year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [Number(year)];
  const days = years
    .map((each) => `${each}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
    .filter(isDay);
  const half = addDays(today, -183);
  // Sorted by year: the first one that is not more than half a year ago is the nearest.
  return days.find((day) => day >= half) ?? days.at(-1) ?? null;
}
