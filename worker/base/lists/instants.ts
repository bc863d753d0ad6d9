import { addDays, type Day, startOfDay } from '#domain/shared/days.ts';

/** A day, a range of days, or both. With both, the day narrows the range. */
export type DayFilter = { day: Day | undefined; from: Day | undefined; to: Day | undefined };
/** Milliseconds, both ends included. */
export type Instants = { from: number | undefined; to: number | undefined };

/** Converts days of the business to a range of milliseconds. */
export function computeInstants({ day, from, to }: DayFilter, timeZone: string): Instants {
  const first = latest(day, from);
  const last = earliest(day, to);
  return {
    from: first === undefined ? undefined : startOfDay(first, timeZone),
    to: last === undefined ? undefined : startOfDay(addDays(last, 1), timeZone) - 1,
  };
}

function latest(a: Day | undefined, b: Day | undefined): Day | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

function earliest(a: Day | undefined, b: Day | undefined): Day | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
