import { eq } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { cursors } from '#worker/db/schema/system.ts';

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
