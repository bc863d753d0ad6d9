import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import type { PageCursor } from './cursor.ts';
import {
  allOf,
  MAX_COUNTED,
  matchesOf,
  type OrderedParams,
  type Page,
  pageCursors,
  type SqlListSource,
  sortColumn,
  sortField,
  type Total,
} from './list-repo.ts';

/** sort_value is the column's name in the query. */
type KeysetRow<Row> = Row & { id: number; sort_value: PageCursor['value']; total: number };

/** One page along an index. Reads only its own rows and one more, at any depth of the list. */
export async function readKeysetPage<Row extends object>(
  db: Db,
  source: SqlListSource,
  params: OrderedParams,
): Promise<Page<Row>> {
  const { from, where } = matchesOf(source, params);
  const column = sortColumn(source, params);
  const isBackwards = params.position?.towards === 'prev';
  const isDescending = params.sort.startsWith('-') !== isBackwards;
  const order = orderOf(source, params);
  const beyond = params.position ? [order.beyond(params.position, isDescending)] : [];
  const total = totalQuery(source, params);
  const read = await db.all<KeysetRow<Row>>(sql`
    SELECT ${source.columns}, ${column} AS sort_value, (${total}) AS total FROM ${from}
    WHERE ${allOf([...where, ...beyond])}
    ORDER BY ${order.by(isDescending)} LIMIT ${params.limit + 1}`);
  const hasMore = read.length > params.limit;
  const rows = read.slice(0, params.limit);
  if (isBackwards) rows.reverse();
  const positions = rows.map(({ id, sort_value: sortValue }) => ({ id, sortValue }));
  return {
    rows: rows.map(({ sort_value: _, total: __, ...row }) => row as unknown as Row),
    total: visibleTotal(params, read[0]?.total ?? (params.position ? await readTotal(db, total) : 0)),
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
  const { id } = matchesOf(source, params);
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
  return storedTotal || count <= MAX_COUNTED ? count : '1000+';
}

/** For a page without rows: after the last page, the total is still that of the list. */
async function readTotal(db: Db, total: SQL): Promise<number> {
  const [row] = await db.all<{ total: number }>(sql`SELECT (${total}) AS total`);
  return row?.total ?? 0;
}

function totalQuery(source: SqlListSource, params: OrderedParams): SQL {
  if (params.isCounted === false) return sql`0`;
  return params.isOverCounted ? sql`${MAX_COUNTED + 1}` : (params.storedTotal ?? countQuery(source, params));
}

/** Counts a search without other conditions in the index of words alone. */
function countQuery(source: SqlListSource, params: OrderedParams): SQL {
  const index = params.where.length === 0 ? params.searchIndex : undefined;
  const { from, where } = index ?? matchesOf(source, params);
  return sql`SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${allOf(where)} LIMIT ${MAX_COUNTED + 1})`;
}
