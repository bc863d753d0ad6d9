import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { Db } from '#worker/db/client.ts';
import { type Cursor, decodeCursor, encodeCursor, foreignCursor } from './cursor.ts';

/** How many matches of a filter are counted; beyond that the total is '1000+'. */
export const COUNTED = 1000;

/** What a list is made of: `columns` selects the row's fields, an `id` among them. */
export type ListSource = {
  from: SQL;
  columns: SQL;
  /** A number, no two alike; a sort by it is the very same object. */
  id: SQL;
  /** What can be sorted by. */
  sorts: Readonly<Record<string, SQL>>;
  /** Those of numbers, beside the id; the others are of text, and none is ever null. */
  numbers?: readonly string[];
  /** '-id' and the like. */
  defaultSort: string;
};

/** An index in which matches are looked up. */
export type SearchIndex = {
  from: SQL;
  /** The number of the row of the source that a match stands for. */
  id: SQL;
  where: readonly SQL[];
  /** The sort in whose order they are found, and the number that stands for it there, no two alike. Without it it is their id. */
  order?: { sort: string; column: SQL };
};

export type ListRequest = {
  sort?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  where: readonly SQL[];
  /** An index of words through which the matches are found. */
  through?: SearchIndex | undefined;
  /**
   * The sorts in whose order an index finds the matches, however many there are; the first is taken where
   * nothing was asked and the default is not among them. Without it: every sort, as befits a small table.
   */
  indexed?: readonly string[] | undefined;
  /** False: the total is not wanted and comes as 0. */
  isCounted?: boolean | undefined;
  /** A total that is kept, so need not be counted: exact however high. */
  total?: SQL | undefined;
};

export type Total = number | '1000+';
export type Page<Row> = {
  rows: Row[];
  total: Total;
  next: string | null;
  prev: string | null;
  /** The order in which they are. */
  sort: string;
};

type Value = Cursor['value'];
type Sorted<Row> = Row & { id: number; sort_value: Value; total: number };
type Place = { id: number; sort_value: Value };
/** A request whose order is decided. */
type Ordered = ListRequest & { sort: string; position: Cursor | null; isOverCounted?: boolean };

/**
 * One page by keyset, rows of equal sort value in the order of their id. Along an index it reads its own rows
 * and one more, however far in it lies. Another order is for at most COUNTED matches: they are sorted here.
 */
export async function readPage<Row extends object>(
  db: Db,
  source: ListSource,
  request: ListRequest,
): Promise<Page<Row>> {
  const position = request.cursor ? positionOf(source, request) : null;
  const sort = position?.sort ?? request.sort ?? source.defaultSort;
  const ordered = { ...request, sort, position };
  if (isIndexed(request, sort)) return readAlongIndex(db, source, ordered);
  const matches = await findMatches(db, source, ordered);
  if (matches.length <= COUNTED) return readSorted(db, source, { request: ordered, matches });
  const fallback = request.indexed?.[0];
  if (request.sort !== undefined || position || !fallback) throw tooMany();
  return readAlongIndex(db, source, { ...ordered, sort: `-${fallback}`, isOverCounted: true });
}

/** A cursor tells its own order: the one that was asked for, or that was chosen where none was. */
function positionOf(source: ListSource, { cursor = '', sort, through }: ListRequest): Cursor {
  const position = decodeCursor(cursor);
  const name = nameOf(position.sort);
  const isAsAsked = sort === undefined || sort === position.sort;
  const isNumber = name === 'id' || name === through?.order?.sort || source.numbers?.includes(name);
  const isOfThisList =
    Object.hasOwn(source.sorts, name) && typeof position.value === (isNumber ? 'number' : 'string');
  if (!isOfThisList || !isAsAsked) throw foreignCursor();
  return position;
}

function isIndexed({ indexed }: ListRequest, sort: string): boolean {
  return indexed === undefined || indexed.includes(nameOf(sort));
}

function tooMany(): AppError {
  const message = 'Narrow your search to sort by this';
  return new AppError('invalid', `${message}.`, { issues: [{ path: 'sort', message }] });
}

async function readAlongIndex<Row extends object>(
  db: Db,
  source: ListSource,
  request: Ordered,
): Promise<Page<Row>> {
  const { from, id, where } = found(source, request);
  const column = columnOf(source, request);
  const isBackwards = request.position?.towards === 'prev';
  const goesDown = request.sort.startsWith('-') !== isBackwards;
  const isUnique = column === id || ['id', request.through?.order?.sort].includes(nameOf(request.sort));
  const order = isUnique ? alongUnique(column) : alongColumn(column, id);
  const after = request.position ? [order.beyond(request.position, goesDown)] : [];
  const total = totalOf(source, request);
  const shown = (count: number): Total => (request.total || count <= COUNTED ? count : '1000+');
  const rows = await db.all<Sorted<Row>>(sql`
    SELECT ${source.columns}, ${column} AS sort_value, (${total}) AS total FROM ${from}
    WHERE ${all([...where, ...after])}
    ORDER BY ${order.by(goesDown)} LIMIT ${request.limit + 1}`);
  const hasMore = rows.length > request.limit;
  const kept = rows.slice(0, request.limit);
  if (isBackwards) kept.reverse();
  const page = {
    rows: kept.map(({ sort_value: _, total: __, ...row }) => row as unknown as Row),
    total: shown(rows[0]?.total ?? (request.position ? await countNow(db, total) : 0)),
    sort: request.sort,
  };
  // A page that was come to from the other side has a neighbour there.
  const hasNext = isBackwards || hasMore;
  const hasPrev = isBackwards ? hasMore : request.position !== null;
  return { ...page, ...edges(kept, { hasNext, hasPrev, sort: request.sort }) };
}

/** By one column only, as an index of words knows no other order. */
const alongUnique = (column: SQL) => ({
  by: (goesDown: boolean) => sql`${column} ${direction(goesDown)}`,
  beyond: (position: Cursor, goesDown: boolean) => sql`${column} ${beyond(goesDown)} ${position.value}`,
});

const alongColumn = (column: SQL, id: SQL) => ({
  by: (goesDown: boolean) => sql`${column} ${direction(goesDown)}, ${id} ${direction(goesDown)}`,
  beyond: (position: Cursor, goesDown: boolean) =>
    sql`(${column}, ${id}) ${beyond(goesDown)} (${position.value}, ${position.id})`,
});

const direction = (goesDown: boolean) => (goesDown ? sql`DESC` : sql`ASC`);
const beyond = (goesDown: boolean) => (goesDown ? sql`<` : sql`>`);

/** Beyond a cursor there may be nothing left; the total is there all the same. */
async function countNow(db: Db, total: SQL): Promise<number> {
  const [row] = await db.all<{ total: number }>(sql`SELECT (${total}) AS total`);
  return row?.total ?? 0;
}

function totalOf(source: ListSource, request: Ordered): SQL {
  if (request.isCounted === false) return sql`0`;
  return request.isOverCounted ? sql`${COUNTED + 1}` : (request.total ?? countOf(source, request));
}

/** Words alone are counted without a look at the rows that they stand for. */
function countOf(source: ListSource, request: ListRequest): SQL {
  const words = request.where.length === 0 ? request.through : undefined;
  const { from, where } = words ?? found(source, request);
  return sql`SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${all(where)} LIMIT ${COUNTED + 1})`;
}

function findMatches(db: Db, source: ListSource, request: Ordered): Promise<Place[]> {
  const { from, id, where } = found(source, request);
  return db.all<Place>(sql`
    SELECT ${id} AS id, ${columnOf(source, request)} AS sort_value FROM ${from}
    WHERE ${all(where)} LIMIT ${COUNTED + 1}`);
}

async function readSorted<Row extends object>(
  db: Db,
  source: ListSource,
  { request, matches }: { request: Ordered; matches: Place[] },
): Promise<Page<Row>> {
  const { position, limit, sort } = request;
  const sign = sort.startsWith('-') ? -1 : 1;
  const sorted = matches.toSorted((a, b) => sign * compare(a, b));
  const here = position && { id: position.id, sort_value: position.value };
  const isBefore = (place: Place) => here !== null && sign * compare(place, here) < 0;
  const isAfter = (place: Place) => here === null || sign * compare(place, here) > 0;
  const isBackwards = position?.towards === 'prev';
  const side = isBackwards ? sorted.filter(isBefore) : sorted.filter(isAfter);
  const kept = isBackwards ? side.slice(-limit) : side.slice(0, limit);
  const hasMore = side.length > kept.length;
  const ids = JSON.stringify(kept.map(({ id }) => id));
  const rows = await db.all<Row & { id: number }>(sql`
    SELECT ${source.columns} FROM ${source.from}
    WHERE ${source.id} IN (SELECT value FROM json_each(${ids}))`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: kept.flatMap(({ id }) => byId.get(id) ?? []),
    total: matches.length,
    sort,
    ...edges(kept, {
      hasNext: isBackwards || hasMore,
      hasPrev: isBackwards ? hasMore : position !== null,
      sort,
    }),
  };
}

function compare(a: Place, b: Place): number {
  if (a.sort_value === b.sort_value) return a.id - b.id;
  return a.sort_value < b.sort_value ? -1 : 1;
}

function edges(
  kept: Place[],
  { hasNext, hasPrev, sort }: { hasNext: boolean; hasPrev: boolean; sort: string },
) {
  const edge = (place: Place | undefined, towards: Cursor['towards']) =>
    place ? encodeCursor({ value: place.sort_value, id: place.id, towards, sort }) : null;
  return {
    next: hasNext ? edge(kept.at(-1), 'next') : null,
    prev: hasPrev ? edge(kept[0], 'prev') : null,
  };
}

/** Where the matches are. CROSS JOIN: words are looked up first, or the order of their index is lost. */
function found(source: ListSource, { through, where }: ListRequest) {
  if (!through) return { from: source.from, id: source.id, where };
  return {
    from: sql`${through.from} CROSS JOIN ${source.from}`,
    id: through.id,
    where: [...through.where, sql`${source.id} = ${through.id}`, ...where],
  };
}

function columnOf(source: ListSource, { sort, through }: Ordered): SQL {
  const name = nameOf(sort);
  if (through?.order?.sort === name) return through.order.column;
  const column = name === 'id' && through ? through.id : source.sorts[name];
  if (!column) throw new Error(`No sort ${sort}`);
  return column;
}

function nameOf(sort: string): string {
  return sort.replace(/^-/, '');
}

function all(conditions: readonly SQL[]): SQL {
  return conditions.length > 0 ? sql.join([...conditions], sql` AND `) : sql`1`;
}
