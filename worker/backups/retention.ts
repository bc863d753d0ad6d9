import { type Day, daysBetween, monthOf } from '#domain/days.ts';

/** Of each of the latest periods that have a backup, the newest backup is kept. */
const DAYS = 7;
const WEEKS = 4;
const MONTHS = 12;
/** A Monday, so that weeks begin on Monday. */
const FIRST_MONDAY: Day = '1970-01-05';

/** The names of the backups to keep: 7 daily, 4 weekly and 12 monthly ones. Days are UTC. */
export function backupsToKeep(backups: readonly { name: string; startedAt: number }[]): Set<string> {
  const newestFirst = backups.toSorted((a, b) => b.startedAt - a.startedAt);
  const keep = (limit: number, periodOf: (day: Day) => string) => {
    const newest = new Map<string, string>();
    for (const { name, startedAt } of newestFirst) {
      const period = periodOf(new Date(startedAt).toISOString().slice(0, 10));
      if (!newest.has(period) && newest.size < limit) newest.set(period, name);
    }
    return newest.values();
  };
  return new Set([
    ...keep(DAYS, (day) => day),
    ...keep(WEEKS, (day) => String(Math.floor(daysBetween(FIRST_MONDAY, day) / 7))),
    ...keep(MONTHS, monthOf),
  ]);
}
