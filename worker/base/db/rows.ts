import {
  Column,
  type GetColumnData,
  getTableColumns,
  is,
  Param,
  SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch';
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client.ts';

/** The fields of a raw query: a column, or an expression such as sql<number>`count(*)`, by name. */
export type Fields = Readonly<Record<string, Column | SQL>>;

export type SelectedRow<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends Column
    ? GetColumnData<F[K]>
    : F[K] extends SQL<infer Value>
      ? Value
      : never;
};

/** The rows of a query that Drizzle's builder cannot express. `query` gets the columns of its SELECT. */
export async function readRows<F extends Fields>(
  db: Db,
  fields: F,
  query: (columns: SQL) => SQL,
): Promise<SelectedRow<F>[]> {
  const rows = await readGroups(db, { row: fields }, query);
  return rows.map(({ row }) => row);
}

/** A query for readBatch, as the arguments of readRows. */
export type RowsQuery<F extends Fields = Fields> = { fields: F; query: (columns: SQL) => SQL };

/** The rows of each query, all read in one call of the database. */
export async function readBatch<const Q extends readonly RowsQuery[]>(
  db: Db,
  queries: Q,
): Promise<{ -readonly [K in keyof Q]: SelectedRow<Q[K]['fields']>[] }> {
  const statements = queries.map(({ fields, query }) => statementOf(db, query(readerOf(fields).columns)));
  const results = statements.length > 0 ? await db.$client.batch<object>(statements) : [];
  const decoded = queries.map(({ fields }, index) => {
    const result = results[index];
    return result ? decodeRows(fields, result) : [];
  });
  return decoded as { -readonly [K in keyof Q]: SelectedRow<Q[K]['fields']>[] };
}

/** The query as a statement of a commit, where it reads what the statements before it wrote. */
export function queryStatement(db: Db, { fields, query }: RowsQuery) {
  return db.run(query(readerOf(fields).columns));
}

/** The rows of a queryStatement, from its result. */
export function decodeRows<F extends Fields>(fields: F, { results }: D1Result): SelectedRow<F>[] {
  const rows = results as Record<string, unknown>[];
  const { decodeInPlace } = readerOf(fields);
  for (const row of rows) decodeInPlace(row);
  return rows as SelectedRow<F>[];
}

/** The rows of several SELECTs of Drizzle's builder, read in one call of the database. */
export function readTogether<U extends BatchItem<'sqlite'>, const T extends readonly [U, ...U[]]>(
  db: Db,
  queries: T,
): Promise<BatchResponse<T>> {
  return db.batch(queries);
}

/** As readRows, with the fields in groups. Throws if two groups have a field of the same name. */
export async function readGroups<G extends Readonly<Record<string, Fields>>>(
  db: Db,
  groups: G,
  query: (columns: SQL) => SQL,
): Promise<{ [K in keyof G]: SelectedRow<G[K]> }[]> {
  const names = Object.values(groups).flatMap(Object.keys);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`Two groups have the field ${repeated}: rename one of them`);
  const read = Object.entries(groups).map(([name, fields]) => ({ name, ...readerOf(fields) }));
  const columns = read.map((group) => group.columns);
  // Rows as arrays: D1 takes a quarter of its time to make objects of them, which are made here once more.
  const rows = await statementOf(db, query(sql.join(columns, sql`, `))).raw<RawRow>();
  return rows.map((row) => {
    const decoded: Record<string, unknown> = {};
    let from = 0;
    for (const { name, decode, count } of read) {
      decoded[name] = decode(row, from);
      from += count;
    }
    return decoded as { [K in keyof G]: SelectedRow<G[K]> };
  });
}

/** For D1 itself. A statement of Drizzle writes its SQL twice, and a list has a long one. */
function statementOf(db: Db, query: SQL): D1PreparedStatement {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return db.$client.prepare(text).bind(...params);
}

/** The values of the columns in their order. */
type RawRow = unknown[];
/** `decode` reads `count` values of a row, the first of them at `from`. */
type Reader = {
  columns: SQL;
  count: number;
  decode: (row: RawRow, from: number) => Record<string, unknown>;
  /** For a row that D1 made an object of: its columns have the names of the fields, and few are converted. */
  decodeInPlace: (row: Record<string, unknown>) => void;
};

/** The fields of a list are the same in every call. To write their columns as text took longer than to read a page. */
const readers = new WeakMap<Fields, Reader>();

function readerOf(fields: Fields): Reader {
  const known = readers.get(fields);
  if (known) return known;
  const count = Object.keys(fields).length;
  const columns = asText(selectList(fields));
  const reader = { columns, count, decode: decoderOf(fields), decodeInPlace: inPlaceDecoderOf(fields) };
  readers.set(fields, reader);
  return reader;
}

const dialect = new SQLiteAsyncDialect();

/** The same SQL, written once. One with parameters stays as it is. */
function asText(query: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return params.length > 0 ? query : sql.raw(text);
}

/** The columns of a SELECT, each under the name of its field. */
function selectList(fields: Fields): SQL {
  const columns = Object.entries(fields).map(([name, field]) => sql`${field} AS ${sql.identifier(name)}`);
  return sql.join(columns, sql`, `);
}

/** The decoders are looked up once for all rows. Objects that begin as copies are made in half of the time. */
function decoderOf(fields: Fields): Reader['decode'] {
  const decoders = Object.entries(fields).map(([name, field], index) => ({
    name,
    index,
    decoder: valueDecoder(field),
  }));
  const empty: Record<string, unknown> = Object.fromEntries(decoders.map(({ name }) => [name, null]));
  return (row, from) => {
    const values = { ...empty };
    for (const { name, index, decoder } of decoders) {
      const value = row[from + index];
      values[name] = decoder === null || value === null ? value : decoder.mapFromDriverValue(value);
    }
    return values;
  };
}

function inPlaceDecoderOf(fields: Fields): Reader['decodeInPlace'] {
  const decoders = Object.entries(fields).flatMap(([name, field]) => {
    const decoder = valueDecoder(field);
    return decoder === null ? [] : [{ name, decoder }];
  });
  return (row) => {
    for (const { name, decoder } of decoders) {
      if (row[name] !== null) row[name] = decoder.mapFromDriverValue(row[name]);
    }
  };
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

/** Null for values that are not converted. */
function valueDecoder(field: Column | SQL): Decoder | null {
  if (is(field, Column)) {
    return field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : field;
  }
  const decoder = decoderOfSql(field);
  return decoder === UNCHANGED ? null : decoder;
}

/** Set by mapWith(); Drizzle 0.45 leaves it out of its types. */
const decoderOfSql = (field: SQL) => (field as unknown as { decoder: Decoder }).decoder;
const UNCHANGED = decoderOfSql(sql`1`);

/**
 * LIMIT with its number in the text. The plan of a statement depends on it: with a parameter SQLite prepares the
 * statement at every run, which took longer than to read a page. Throws for what is not a number of rows.
 */
export function limitTo(rows: number): SQL {
  if (!Number.isSafeInteger(rows) || rows < 0) throw new Error(`A LIMIT of ${rows} rows`);
  return sql.raw(`LIMIT ${rows}`);
}

/** A column of the right side of a LEFT JOIN; it can be null. */
export function leftJoined<C extends Column>(column: C): SQL<GetColumnData<C> | null> {
  return sql`${column}`.mapWith(column);
}

/** All required columns of an insert, and any optional ones. */
export type InsertValues<T extends SQLiteTable> = {
  [K in keyof T['$inferInsert']]: T['$inferInsert'][K] | SQL;
};

/**
 * INSERT INTO table (columns) SELECT values. Add FROM or WHERE to it: this statement can insert its row only while a
 * condition holds. Throws on a value that the table has no column for.
 */
export function insertSelect<T extends SQLiteTable>(table: T, values: InsertValues<T>): SQL {
  const columns = getTableColumns(table);
  const entries = Object.entries<unknown>(values).filter(([, value]) => value !== undefined);
  const names: SQLWrapper[] = [];
  const selected: SQL[] = [];
  for (const [key, value] of entries) {
    const column = columns[key];
    if (!column) throw new Error(`The table of ${Object.keys(columns).join(', ')} has no column for ${key}`);
    names.push(sql.identifier(column.name));
    selected.push(is(value, SQL) ? value : sql`${new Param(value, column)}`);
  }
  return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(selected, sql`, `)}`;
}
