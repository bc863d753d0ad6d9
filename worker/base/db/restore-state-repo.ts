import { isNull, sql } from 'drizzle-orm';
import { RESTORE_MARKER } from '#domain/shared/restores.ts';
import type { Db } from './client.ts';
import { restores } from './schema/restores.ts';

/** Whether a restore from backup has begun to load rows and has not loaded all of them. */
export async function isRestoreLoading(db: Db): Promise<boolean> {
  // The columns of the table; none without it. A search in sqlite_master reads every row of the schema.
  const columns = await db.all(sql`PRAGMA table_info(${sql.identifier(RESTORE_MARKER)})`);
  return columns.length > 0;
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
