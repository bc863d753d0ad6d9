import { eq } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { cursors } from '#worker/db/schema/cursors.ts';

export type Cursor = typeof cursors.$inferSelect;

export async function findCursor(db: Db, name: string): Promise<Cursor | null> {
  const [row] = await db.select().from(cursors).where(eq(cursors.name, name));
  return row ?? null;
}

export async function saveCursor(db: Db, cursor: Cursor) {
  const { reachedAt, result } = cursor;
  await db
    .insert(cursors)
    .values(cursor)
    .onConflictDoUpdate({ target: cursors.name, set: { reachedAt, result } });
}
