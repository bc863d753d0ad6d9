import { eq, type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { blackoutDays } from '#worker/base/db/schema/business.ts';
import { type Entry, insertEntry } from '#worker/base/history/repo.ts';

/** A day, and its reason as it was read; null while the day is open. */
export type DayState = { day: Day; reason: string | null };

export async function findReason(db: Db, day: Day): Promise<string | null> {
  const { reason } = blackoutDays;
  const [row] = await db.select({ reason }).from(blackoutDays).where(eq(blackoutDays.day, day));
  return row?.reason ?? null;
}

/** Closes the day, or changes its reason. */
export function closeDay(
  db: Db,
  { day, reason, userId, nowMs }: { day: Day; reason: string; userId: number; nowMs: number },
) {
  return db.run(sql`
    INSERT INTO blackout_days (day, reason, created_at, created_by) VALUES (${day}, ${reason}, ${nowMs}, ${userId})
    ON CONFLICT (day) DO UPDATE SET reason = excluded.reason`);
}

export function openDay(db: Db, day: Day) {
  return db.run(sql`DELETE FROM blackout_days WHERE day = ${day}`);
}

/** The history of a change. The day itself is the number of the subject. */
export function insertDayEntry(db: Db, read: DayState, entry: Omit<Entry, 'before'>) {
  const subject = { subject: 'blackout_day', subjectId: Number(read.day.replaceAll('-', '')) } as const;
  const before = read.reason === null ? null : { day: read.day, reason: read.reason };
  return insertEntry(db, { ...subject, version: sql`NULL` }, { ...entry, before });
}

/** True while the state of the day is the one that was read. */
export function isDayStill({ day, reason }: DayState): SQL {
  return sql`(SELECT reason FROM blackout_days WHERE day = ${day}) IS ${reason}`;
}
