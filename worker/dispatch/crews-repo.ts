import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '#worker/base/db/client.ts';
import { readBatch } from '#worker/base/db/rows.ts';
import { trucks } from '#worker/base/db/schema/dispatch.ts';
import { users } from '#worker/base/db/schema/users.ts';
import { nameOf } from '#worker/base/history/repo.ts';

const TRUCK_FIELDS = {
  id: trucks.id,
  name: trucks.name,
  plate: trucks.plate,
  capacity: trucks.capacity,
};
// An alias: the subquery of the name has a table of the same name.
const u = alias(users, 'u');
const DRIVER_FIELDS = { id: u.id, name: sql<string>`${nameOf(sql`u.id`)}` };

/** The trucks in service and the active drivers, by name. */
export function readCrews(db: Db) {
  return readBatch(db, crewQueries());
}

/** For a batch. */
export function crewQueries() {
  return [
    {
      fields: TRUCK_FIELDS,
      query: (columns: SQL) =>
        sql`SELECT ${columns} FROM trucks WHERE is_in_service AND deleted_at IS NULL ORDER BY lower(name)`,
    },
    {
      fields: DRIVER_FIELDS,
      query: (columns: SQL) =>
        sql`SELECT ${columns} FROM users u WHERE u.role = 'driver' AND u.is_active ORDER BY lower(${nameOf(sql`u.id`)}), u.id`,
    },
  ] as const;
}
