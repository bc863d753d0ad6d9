import { sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import {
  allOf,
  MAX_COUNTED,
  matchesOf,
  type OrderedParams,
  type Page,
  pageCursors,
  type RowPosition,
  type SqlListSource,
  sortColumn,
} from './list-repo.ts';

/** The positions of all matches, unsorted: at most MAX_COUNTED + 1. */
export async function findMatches(
  db: Db,
  source: SqlListSource,
  params: OrderedParams,
): Promise<RowPosition[]> {
  const { from, id, where } = matchesOf(source, params);
  return db.all<RowPosition>(sql`
    SELECT ${id} AS id, ${sortColumn(source, params)} AS sortValue FROM ${from}
    WHERE ${allOf(where)} LIMIT ${MAX_COUNTED + 1}`);
}

/** One page of matches that are sorted in memory, for a sort without an index. Reads only the rows of the page. */
export async function readSortedPage<Row extends object>(
  db: Db,
  source: SqlListSource,
  { params, matches }: { params: OrderedParams; matches: RowPosition[] },
): Promise<Page<Row>> {
  const { position, limit, sort } = params;
  const sign = sort.startsWith('-') ? -1 : 1;
  const sorted = matches.toSorted((a, b) => sign * compare(a, b));
  const from = position && { id: position.id, sortValue: position.value };
  const isBackwards = position?.towards === 'prev';
  const isBeyond = (row: RowPosition) => {
    if (from === null) return true;
    const order = sign * compare(row, from);
    return isBackwards ? order < 0 : order > 0;
  };
  const side = sorted.filter(isBeyond);
  const visible = isBackwards ? side.slice(-limit) : side.slice(0, limit);
  const hasMore = side.length > visible.length;
  return {
    rows: await readSourceRows<Row>(db, source, visible),
    total: matches.length,
    sort,
    ...pageCursors(visible, {
      hasNext: isBackwards || hasMore,
      hasPrev: isBackwards ? hasMore : position !== null,
      params,
    }),
  };
}

async function readSourceRows<Row extends object>(
  db: Db,
  source: SqlListSource,
  positions: readonly RowPosition[],
) {
  const ids = JSON.stringify(positions.map(({ id }) => id));
  const rows = await db.all<Row & { id: number }>(sql`
    SELECT ${source.columns} FROM ${source.from}
    WHERE ${source.id} IN (SELECT value FROM json_each(${ids}))`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return positions.flatMap(({ id }) => byId.get(id) ?? []);
}

function compare(a: RowPosition, b: RowPosition): number {
  if (a.sortValue === b.sortValue) return a.id - b.id;
  return a.sortValue < b.sortValue ? -1 : 1;
}
