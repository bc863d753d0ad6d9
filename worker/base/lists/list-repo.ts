import { type SQL, sql } from 'drizzle-orm';
import type { Fields, SelectedRow } from '#worker/base/db/rows.ts';
import { encodeCursor, type PageCursor } from './cursor.ts';

/** Matches of a filter are counted up to this number; beyond it the total is '1000+'. */
export const MAX_COUNTED = 1000;

/** The source of a list. `fields`: the values of a row. */
export type SqlListSource<F extends Fields = Fields> = {
  from: SQL;
  fields: F;
  /** A unique number. A sort by it is the same object. */
  id: SQL;
  /** The columns to sort by. They are never null. */
  sorts: Readonly<Record<string, SQL>>;
  /** The sorts by numbers, besides the id; the others sort by text. */
  numbers?: readonly string[];
  /** '-id' sorts by id, descending. */
  defaultSort: string;
};

/** An index of words that finds the matches of a search. */
export type SearchIndex = {
  from: SQL;
  /** The id of the row of an entry. */
  id: SQL;
  where: readonly SQL[];
  /**
   * The sort in which the entries are stored, with its unique number in the index. Without it, entries are in the order
   * of id.
   */
  order?: { sort: string; column: SQL };
};

export type ListParams = {
  sort?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  where: readonly SQL[];
  /**
   * The same conditions, so written that SQLite reads the index of the order. Given if another index may have far fewer
   * matches: then up to MAX_COUNTED matches are sorted in memory, and only more of them are read along the order.
   */
  whereInOrder?: readonly SQL[] | undefined;
  /** The index of words, if the request has a search. */
  searchIndex?: SearchIndex | undefined;
  /**
   * The sorts that an index serves for any number of matches. The first one replaces a default sort that is not among
   * them. Absent: every sort, for a small table.
   */
  indexedSorts?: readonly string[] | undefined;
  /** False omits the total: it is 0. */
  isCounted?: boolean | undefined;
  /** A stored total of these rows: exact for any number of rows, without counting. */
  storedTotal?: SQL | undefined;
};

export type Total = number | '1000+';

/** The total of a list whose matches were counted up to MAX_COUNTED + 1. */
export function totalOf(count: number): Total {
  return count <= MAX_COUNTED ? count : '1000+';
}

/** As totalOf, for every count by name. */
export function totalsOf<Name extends string>(counts: Readonly<Record<Name, number>>): Record<Name, Total> {
  const totals = Object.entries<number>(counts).map(([name, count]) => [name, totalOf(count)]);
  return Object.fromEntries(totals) as Record<Name, Total>;
}

export type ListPage<Row> = {
  rows: Row[];
  total: Total;
  next: string | null;
  prev: string | null;
  /** The order of the rows. */
  sort: string;
};

/** Parameters with the resolved sort. `isOverCounted`: there are more than MAX_COUNTED matches. */
export type OrderedParams = ListParams & {
  sort: string;
  position: PageCursor | null;
  isOverCounted?: boolean;
};

type PositionFields = { rowId: SQL<number>; sortValue: SQL<PageCursor['value']> };

/** By the id and the value of a sort: the SQL of an object that is kept is written once (worker/base/db/rows.ts). */
const knownPositions = new WeakMap<SQL, WeakMap<SQL, PositionFields>>();

/** The position of a row in the sort of the request. */
export function positionFields(source: SqlListSource, params: OrderedParams): PositionFields {
  const isById = params.searchIndex && sortField(params.sort) === 'id';
  // In a search by id the sort reads the index of words, but its value is the id.
  const value = isById ? source.id : sortColumn(source, params);
  const ofId = knownPositions.get(source.id) ?? new WeakMap<SQL, PositionFields>();
  knownPositions.set(source.id, ofId);
  const known = ofId.get(value);
  if (known) return known;
  const fields = { rowId: sql<number>`${source.id}`, sortValue: sql<PageCursor['value']>`${value}` };
  ofId.set(value, fields);
  return fields;
}
export type RowPosition = SelectedRow<PositionFields>;

/** 'deliveryDate' for '-deliveryDate'. */
export function sortField(sort: string): string {
  return sort.replace(/^-/, '');
}

/** From where and by which conditions the matches are read. */
export function makeMatchSource(source: SqlListSource, { searchIndex, where }: ListParams) {
  if (!searchIndex) return { from: source.from, id: source.id, where };
  return {
    // CROSS JOIN makes SQLite read the index of words first; otherwise the order of the index is lost.
    from: sql`${searchIndex.from} CROSS JOIN ${source.from}`,
    id: searchIndex.id,
    where: [...searchIndex.where, sql`${source.id} = ${searchIndex.id}`, ...where],
  };
}

/** The column of a sort; throws for a sort that the list does not have. */
export function sortColumn(source: SqlListSource, { sort, searchIndex }: OrderedParams): SQL {
  const field = sortField(sort);
  if (searchIndex?.order?.sort === field) return searchIndex.order.column;
  const column = field === 'id' && searchIndex ? searchIndex.id : source.sorts[field];
  if (!column) throw new Error(`The list has no sort ${sort}`);
  return column;
}

export function allOf(conditions: readonly SQL[]): SQL {
  return conditions.length > 0 ? sql.join([...conditions], sql` AND `) : sql`1`;
}

/** The cursors of the next and the previous page. */
export function pageCursors(
  rows: readonly RowPosition[],
  { hasNext, hasPrev, params }: { hasNext: boolean; hasPrev: boolean; params: OrderedParams },
) {
  const cursorAt = (row: RowPosition | undefined, towards: PageCursor['towards']) =>
    row ? encodeCursor({ value: row.sortValue, id: row.rowId, towards, sort: params.sort }) : null;
  return {
    next: hasNext ? cursorAt(rows.at(-1), 'next') : null,
    prev: hasPrev ? cursorAt(rows[0], 'prev') : null,
  };
}
