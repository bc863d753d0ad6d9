import { sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { type Fields, limitTo, readGroups, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import {
  allOf,
  type ListPage,
  MAX_COUNTED,
  makeMatchSource,
  type OrderedParams,
  pageCursors,
  positionFields,
  type RowPosition,
  type SqlListSource,
} from './list-repo.ts';

/** The positions of all matches, unsorted: at most MAX_COUNTED + 1. */
export function findMatches(db: Db, source: SqlListSource, params: OrderedParams): Promise<RowPosition[]> {
  const { from, where } = makeMatchSource(source, params);
  return readRows(
    db,
    positionFields(source, params),
    (columns) => sql`SELECT ${columns} FROM ${from} WHERE ${allOf(where)} ${limitTo(MAX_COUNTED + 1)}`,
  );
}

/** One page of matches that are sorted in memory, for a sort without an index. Reads only the rows of the page. */
export async function readSortedPage<F extends Fields>(
  db: Db,
  source: SqlListSource<F>,
  { params, matches }: { params: OrderedParams; matches: RowPosition[] },
): Promise<ListPage<SelectedRow<F>>> {
  const { position, limit, sort } = params;
  const sign = sort.startsWith('-') ? -1 : 1;
  const sorted = matches.toSorted((a, b) => sign * compare(a, b));
  const from = position && { rowId: position.id, sortValue: position.value };
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
    rows: await readSourceRows(db, source, visible),
    total: matches.length,
    sort,
    ...pageCursors(visible, {
      hasNext: isBackwards || hasMore,
      hasPrev: isBackwards ? hasMore : position !== null,
      params,
    }),
  };
}

async function readSourceRows<F extends Fields>(
  db: Db,
  source: SqlListSource<F>,
  positions: readonly RowPosition[],
): Promise<SelectedRow<F>[]> {
  const ids = JSON.stringify(positions.map(({ rowId }) => rowId));
  const read = await readGroups(
    db,
    { row: source.fields, key: { rowId: sql<number>`${source.id}` } },
    (columns) => sql`
      SELECT ${columns} FROM ${source.from} WHERE ${source.id} IN (SELECT value FROM json_each(${ids}))`,
  );
  const byId = new Map(read.map(({ row, key }) => [key.rowId, row]));
  return positions.map(({ rowId }) => byId.get(rowId)).filter((row) => row !== undefined);
}

function compare(a: RowPosition, b: RowPosition): number {
  if (a.sortValue === b.sortValue) return a.rowId - b.rowId;
  return a.sortValue < b.sortValue ? -1 : 1;
}
