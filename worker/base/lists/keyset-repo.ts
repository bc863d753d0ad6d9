import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { type Fields, limitTo, readGroups, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import type { PageCursor } from './cursor.ts';
import {
  allOf,
  type ListPage,
  MAX_COUNTED,
  makeMatchSource,
  type OrderedParams,
  pageCursors,
  positionFields,
  type SqlListSource,
  sortColumn,
  sortField,
  type Total,
  totalOf,
} from './list-repo.ts';

/** One page along an index. Reads only its own rows and one more, at any depth of the list. */
export async function readKeysetPage<F extends Fields>(
  db: Db,
  source: SqlListSource<F>,
  params: OrderedParams,
): Promise<ListPage<SelectedRow<F>>> {
  const { from, where } = makeMatchSource(source, params);
  const isBackwards = params.position?.towards === 'prev';
  const isDescending = params.sort.startsWith('-') !== isBackwards;
  const order = orderOf(source, params);
  const beyond = params.position ? [order.beyond(params.position, isDescending)] : [];
  const total = totalQuery(source, params);
  const read = await readGroups(
    db,
    {
      row: source.fields,
      position: positionFields(source, params),
      list: { matchCount: total },
    },
    (columns) => sql`
      SELECT ${columns} FROM ${from} WHERE ${allOf([...where, ...beyond])}
      ORDER BY ${order.by(isDescending)} ${limitTo(params.limit + 1)}`,
  );
  const hasMore = read.length > params.limit;
  const rows = read.slice(0, params.limit);
  if (isBackwards) rows.reverse();
  const count = read[0]?.list.matchCount ?? (params.position ? await readTotal(db, total) : 0);
  const positions = rows.map(({ position }) => position);
  return {
    rows: rows.map(({ row }) => row),
    total: visibleTotal(params, count),
    sort: params.sort,
    ...pageCursors(positions, {
      // The previously shown page is on the other side.
      hasNext: isBackwards || hasMore,
      hasPrev: isBackwards ? hasMore : params.position !== null,
      params,
    }),
  };
}

/** Rows with equal sort values are in the order of their id. An index of words has only one column, which is unique. */
function orderOf(source: SqlListSource, params: OrderedParams) {
  const column = sortColumn(source, params);
  const { id } = makeMatchSource(source, params);
  const isUnique = column === id || ['id', params.searchIndex?.order?.sort].includes(sortField(params.sort));
  return isUnique ? byUniqueColumn(column) : byColumnAndId(column, id);
}

const byUniqueColumn = (column: SQL) => ({
  by: (isDescending: boolean) => sql`${column} ${direction(isDescending)}`,
  beyond: (position: PageCursor, isDescending: boolean) =>
    sql`${column} ${comparison(isDescending)} ${position.value}`,
});

const byColumnAndId = (column: SQL, id: SQL) => ({
  by: (isDescending: boolean) => sql`${column} ${direction(isDescending)}, ${id} ${direction(isDescending)}`,
  beyond: (position: PageCursor, isDescending: boolean) =>
    sql`(${column}, ${id}) ${comparison(isDescending)} (${position.value}, ${position.id})`,
});

const direction = (isDescending: boolean) => (isDescending ? sql`DESC` : sql`ASC`);
const comparison = (isDescending: boolean) => (isDescending ? sql`<` : sql`>`);

function visibleTotal({ storedTotal }: OrderedParams, count: number): Total {
  return storedTotal ? count : totalOf(count);
}

/** For a page without rows: after the last page, the total is still that of the list. */
async function readTotal(db: Db, total: SQL<number>): Promise<number> {
  const [row] = await readRows(db, { total }, (columns) => sql`SELECT ${columns}`);
  return row?.total ?? 0;
}

function totalQuery(source: SqlListSource, params: OrderedParams): SQL<number> {
  if (params.isCounted === false) return sql<number>`0`;
  if (params.isOverCounted) return sql<number>`${MAX_COUNTED + 1}`;
  return sql<number>`(${params.storedTotal ?? countQuery(source, params)})`;
}

/** Counts a search without other conditions in the index of words alone. */
function countQuery(source: SqlListSource, params: OrderedParams): SQL {
  const index = params.where.length === 0 ? params.searchIndex : undefined;
  const { from, where } = index ?? makeMatchSource(source, params);
  return sql`SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${allOf(where)} ${limitTo(MAX_COUNTED + 1)})`;
}
