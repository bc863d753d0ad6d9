import { addDays, daysOfMonth, monthOf } from '#domain/shared/days.ts';
import type { Business } from './business/rentals.ts';
import { PIECES } from './list-calls.ts';
import type { Case } from './public-calls.ts';
import { besideCase, type Signed } from './staff-calls.ts';

/** As the calendar asks: at most 500 moves for the days of its page, as many of each day. */
const MAX_MOVES = 500;
const MAX_MOVES_OF_DAY = 20;
const TIMELINE_DAYS = 42;

/** What the screens of a dispatcher ask for, each beside one batch of the same statements. */
export function officeCases(signed: Signed, { today }: Business): Case[] {
  const beside = besideCase(signed);
  const always = [null];
  const month = daysOfMonth(monthOf(addDays(today, -1)));
  const perDay = Math.min(MAX_MOVES_OF_DAY, Math.floor(MAX_MOVES / month.length));
  const window = `from=${addDays(today, -7)}&to=${addDays(today, TIMELINE_DAYS - 8)}`;
  return [
    beside('today', always, [() => '/api/today', () => `/bare/today?day=${today}`]),
    beside('calendar, one month', always, [
      () => `/api/calendar?from=${month[0]}&to=${month.at(-1)}`,
      () => `/bare/calendar?days=${month.join(',')}&perDay=${perDay}`,
    ]),
    beside('timeline, six weeks', always, [
      () => `/api/fleet-timeline?${window}`,
      () => `/bare/timeline?${window}`,
    ]),
    beside('palette', PIECES.map(encodeURIComponent), [
      (piece) => `/api/palette?q=${piece}`,
      (piece) => `/bare/palette?q=${piece}`,
    ]),
  ];
}
