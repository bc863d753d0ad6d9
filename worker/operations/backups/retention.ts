import { type Day, daysBetween, monthOf } from '#domain/shared/days.ts';

const DAYS = 7;
const WEEKS = 4;
const MONTHS = 12;
/** Younger backups are all kept, so that one that is made after data was damaged deletes none from before. */
const KEEP_ALL_MS = 48 * 3_600_000;
/** A Monday, so that weeks begin on Monday. */
const FIRST_MONDAY: Day = '1970-01-05';

type Backup = { name: string; startedAt: number };

/**
 * The names of the backups to keep: all of the last 48 hours, and 7 daily, 4 weekly and 12 monthly ones. Of a day the
 * first backup counts, of a week or month the last day that has one. Days are UTC.
 */
export function backupsToKeep(backups: readonly Backup[], nowMs: number): Set<string> {
  const newestFirst = backups.toSorted((a, b) => b.startedAt - a.startedAt);
  // A later entry of the same day replaces the one before it, at its place.
  const firstOfDays = [...new Map(newestFirst.map((backup) => [dayOf(backup), backup])).values()];
  const keep = (limit: number, periodOf: (day: Day) => string) => {
    const newest = new Map<string, string>();
    for (const backup of firstOfDays) {
      const period = periodOf(dayOf(backup));
      if (!newest.has(period) && newest.size < limit) newest.set(period, backup.name);
    }
    return newest.values();
  };
  return new Set([
    ...newestFirst.filter(({ startedAt }) => startedAt > nowMs - KEEP_ALL_MS).map(({ name }) => name),
    ...keep(DAYS, (day) => day),
    ...keep(WEEKS, (day) => String(Math.floor(daysBetween(FIRST_MONDAY, day) / 7))),
    ...keep(MONTHS, monthOf),
  ]);
}

function dayOf({ startedAt }: Backup): Day {
  return new Date(startedAt).toISOString().slice(0, 10);
}
