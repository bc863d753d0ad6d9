import { type SQL, sql } from 'drizzle-orm';
import { MAX_SAVED_VIEWS, type SavedViewList } from '#contract/saved-views.ts';
import type { Db } from '#worker/base/db/client.ts';
import { limitTo, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { savedViews } from '#worker/base/db/schema/staff-work.ts';
import { nameOf } from '#worker/base/history/repo.ts';

const FIELDS = {
  id: savedViews.id,
  list: savedViews.list,
  name: savedViews.name,
  query: savedViews.query,
  columns: savedViews.columns,
  isShared: savedViews.isShared,
  ownerId: savedViews.ownerId,
  version: savedViews.version,
  ownerName: sql<string>`${nameOf(sql`saved_views.owner_id`)}`,
};
export type SavedViewRow = SelectedRow<typeof FIELDS>;

const MAX_LISTED = 500;

/** The views that the user may see, by name. */
export function listViews(db: Db, { list, userId }: { list: SavedViewList; userId: number }) {
  return readViews(
    db,
    sql`list = ${list} AND (owner_id = ${userId} OR is_shared)
      ORDER BY owner_id <> ${userId}, lower(name), id ${limitTo(MAX_LISTED)}`,
  );
}

export async function findView(db: Db, id: number): Promise<SavedViewRow | null> {
  const [row] = await readViews(db, sql`id = ${id}`);
  return row ?? null;
}

function readViews(db: Db, condition: SQL) {
  return readRows(db, FIELDS, (columns) => sql`SELECT ${columns} FROM saved_views WHERE ${condition}`);
}

export type ViewValues = Pick<SavedViewRow, 'name' | 'query' | 'columns' | 'isShared'>;

/** Returns the id; null when the account has as many views of the list as it can have. */
export async function insertView(
  db: Db,
  { list, ownerId, nowMs, ...values }: ViewValues & { list: SavedViewList; ownerId: number; nowMs: number },
): Promise<number | null> {
  const { name, query, columns, isShared } = values;
  const rows = await readRows(
    db,
    { id: savedViews.id },
    (selected) => sql`
    INSERT INTO saved_views (list, name, query, columns, is_shared, owner_id, created_at)
    SELECT ${list}, ${name}, ${query}, ${columns && JSON.stringify(columns)}, ${isShared ? 1 : 0}, ${ownerId}, ${nowMs}
    WHERE (SELECT count(*) FROM saved_views WHERE owner_id = ${ownerId} AND list = ${list}) < ${MAX_SAVED_VIEWS}
    RETURNING ${selected}`,
  );
  return rows[0]?.id ?? null;
}

/** Changes a view that still has the version that was read. Returns whether it had. */
export async function updateView(
  db: Db,
  { id, version }: { id: number; version: number },
  { name, query, columns, isShared }: ViewValues,
): Promise<boolean> {
  const rows = await db.all(sql`
    UPDATE saved_views SET name = ${name}, query = ${query}, columns = ${columns && JSON.stringify(columns)},
      is_shared = ${isShared ? 1 : 0}, version = version + 1
    WHERE id = ${id} AND version = ${version} RETURNING id, version`);
  return rows.length > 0;
}

/** Returns whether the view was there in this version. */
export async function deleteView(db: Db, { id, version }: { id: number; version: number }): Promise<boolean> {
  const rows = await db.all(
    sql`DELETE FROM saved_views WHERE id = ${id} AND version = ${version} RETURNING id`,
  );
  return rows.length > 0;
}
