import { eq } from 'drizzle-orm';
import { cursors } from '#worker/base/db/schema/system.ts';
import type { Db } from './client.ts';

export type TaskCursor = typeof cursors.$inferSelect;

export async function findCursor(db: Db, name: string): Promise<TaskCursor | null> {
  const [row] = await db.select().from(cursors).where(eq(cursors.name, name));
  return row ?? null;
}

export async function saveCursor(db: Db, cursor: TaskCursor) {
  const { reachedAt, result } = cursor;
  await db
    .insert(cursors)
    .values(cursor)
    .onConflictDoUpdate({ target: cursors.name, set: { reachedAt, result } });
}
