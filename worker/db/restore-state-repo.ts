import { isNull, sql } from 'drizzle-orm';
import { RESTORE_MARKER } from '#domain/restores.ts';
import type { Db } from './client.ts';
import { readRows } from './rows.ts';
import { restores } from './schema/restores.ts';

/** Whether a restore from backup has begun to load rows and has not loaded all of them. */
export async function isRestoreLoading(db: Db): Promise<boolean> {
  const found = await readRows(
    db,
    { name: sql<string>`name` },
    (columns) => sql`SELECT ${columns} FROM sqlite_master WHERE name = ${RESTORE_MARKER}`,
  );
  return found.length > 0;
}

/** Whether a restore is loading, or steps after it are not done. Throws when the database has no schema. */
export async function isRestoreRunning(db: Db): Promise<boolean> {
  if (await isRestoreLoading(db)) return true;
  const open = await db
    .select({ id: restores.id })
    .from(restores)
    .where(isNull(restores.finishedAtMs))
    .limit(1);
  return open.length > 0;
}
