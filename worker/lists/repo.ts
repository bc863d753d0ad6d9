import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';

/** How many matches of a filter are counted; beyond that the total is '1000+'. */
export const COUNTED = 1000;

/** What a list is made of: `columns` selects the row's fields, an `id` among them. */
export type ListSource = {
  from: SQL;
  columns: SQL;
  id: SQL;
  /** What can be sorted by. */
  sorts: Readonly<Record<string, SQL>>;
  /** '-id' and the like. */
  defaultSort: string;
};

export type ListRequest = {
  sort?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  where: readonly SQL[];
};
export type Page<Row> = { rows: Row[]; total: number | '1000+'; next: string | null; prev: string | null };
type Sorted<Row> = Row & { id: number; sort_value: string | number | null };

/**
 * One page by keyset: it reads its own rows and one more, however far in it lies. Rows of equal sort value
 * are in the order of their id.
 */
export async function readPage<Row extends object>(
  db: Db,
  source: ListSource,
  request: ListRequest,
): Promise<Page<Row>> {
  const sort = request.sort ?? source.defaultSort;
  const cursor = request.cursor ? decodeCursor(request.cursor, sort) : null;
  const isDescending = sort.startsWith('-');
  const column = source.sorts[sort.replace(/^-/, '')];
  if (!column) throw new Error(`No sort ${sort}`);
  const isBackwards = cursor?.towards === 'prev';
  const direction = isDescending !== isBackwards ? sql`DESC` : sql`ASC`;
  const beyond = isDescending !== isBackwards ? sql`<` : sql`>`;
  const after = cursor ? [sql`(${column}, ${source.id}) ${beyond} (${cursor.value}, ${cursor.id})`] : [];
  const found = await db.all<Sorted<Row>>(sql`
    SELECT ${source.columns}, ${column} AS sort_value FROM ${source.from}
    WHERE ${all([...request.where, ...after])}
    ORDER BY ${column} ${direction}, ${source.id} ${direction} LIMIT ${request.limit + 1}`);
  const total = await countMatches(db, source, request.where);
  return { ...pageOf(found, { cursor, limit: request.limit, sort }), total };
}

async function countMatches(db: Db, source: ListSource, where: readonly SQL[]): Promise<number | '1000+'> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${source.from} WHERE ${all(where)} LIMIT ${COUNTED + 1})`,
  );
  const count = row?.count ?? 0;
  return count > COUNTED ? '1000+' : count;
}

function pageOf<Row extends object>(
  found: Sorted<Row>[],
  { cursor, limit, sort }: { cursor: Cursor | null; limit: number; sort: string },
) {
  const isBackwards = cursor?.towards === 'prev';
  const hasMore = found.length > limit;
  const kept = found.slice(0, limit);
  if (isBackwards) kept.reverse();
  const edge = (row: Sorted<Row> | undefined, towards: Cursor['towards']) =>
    row ? encodeCursor({ value: row.sort_value, id: row.id, towards, sort }) : null;
  const rows = kept.map(({ sort_value: _, ...row }) => row as unknown as Row);
  // A page that was come to from the other side has a neighbour there.
  const hasNext = isBackwards || hasMore;
  const hasPrev = isBackwards ? hasMore : cursor !== null;
  return {
    rows,
    next: hasNext ? edge(kept.at(-1), 'next') : null,
    prev: hasPrev ? edge(kept[0], 'prev') : null,
  };
}

function all(conditions: readonly SQL[]): SQL {
  return conditions.length > 0 ? sql.join([...conditions], sql` AND `) : sql`1`;
}
