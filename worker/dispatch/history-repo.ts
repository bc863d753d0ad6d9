import { sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { type Entry, insertEntry, insertFactEntry, nameOf } from '#worker/base/history/repo.ts';
import type { RouteChanges } from './routes-repo.ts';

/** A route as it was read. */
export type RouteAt = { id: number; version: number };
type EntryInput = Omit<Entry, 'before' | 'after'> & Partial<Pick<Entry, 'before' | 'after'>>;

/** For the batch of a change, behind the statement that gives the route its next version. */
export function insertRouteEntry(db: Db, { id, version }: RouteAt, input: EntryInput) {
  const entry = { before: null, after: null, ...input };
  return insertEntry(db, { subject: 'route', subjectId: id, version: version + 1 }, entry);
}

/** For a batch: what a change of another route did to this one. */
export function insertRouteFact(db: Db, id: number, input: Entry) {
  return insertFactEntry(db, { subject: 'route', subjectId: id }, input);
}

type CrewIds = Pick<RouteChanges, 'driverId' | 'truckId'>;

/** The names of a driver and a truck; null for one without a row. */
export async function findCrewNames(db: Db, { driverId, truckId }: CrewIds) {
  const [row] = await readRows(
    db,
    {
      driver: sql<string | null>`${nameOf(driverId ?? 0)}`,
      truck: sql<string | null>`(SELECT name FROM trucks WHERE id = ${truckId ?? null})`,
    },
    (columns) => sql`SELECT ${columns}`,
  );
  return row;
}
