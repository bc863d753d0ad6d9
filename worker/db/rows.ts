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
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
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

/** As readRows, with the fields in groups. Throws if two groups have a field of the same name. */
export async function readGroups<G extends Readonly<Record<string, Fields>>>(
  db: Db,
  groups: G,
  query: (columns: SQL) => SQL,
): Promise<{ [K in keyof G]: SelectedRow<G[K]> }[]> {
  const names = Object.values(groups).flatMap(Object.keys);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`Two groups have the field ${repeated}: rename one of them`);
  const columns = Object.values(groups).map(selectList);
  const read = Object.entries(groups).map(([name, fields]) => [name, decoderOf(fields)] as const);
  const rows = await db.all<RawRow>(query(sql.join(columns, sql`, `)));
  return rows.map((row) => {
    const decoded: Record<string, unknown> = {};
    for (const [name, decode] of read) decoded[name] = decode(row);
    return decoded as { [K in keyof G]: SelectedRow<G[K]> };
  });
}

type RawRow = Readonly<Record<string, unknown>>;

/** The columns of a SELECT, each under the name of its field. */
function selectList(fields: Fields): SQL {
  const columns = Object.entries(fields).map(([name, field]) => sql`${field} AS ${sql.identifier(name)}`);
  return sql.join(columns, sql`, `);
}

/** The decoders are looked up once for all rows of a query. */
function decoderOf(fields: Fields): (row: RawRow) => Record<string, unknown> {
  const decoders = Object.entries(fields).map(([name, field]) => [name, valueDecoder(field)] as const);
  return (row) => {
    const values: Record<string, unknown> = {};
    for (const [name, decoder] of decoders) {
      const value = row[name];
      values[name] = value === null ? null : decoder.mapFromDriverValue(value);
    }
    return values;
  };
}

function valueDecoder(field: Column | SQL): { mapFromDriverValue(value: unknown): unknown } {
  if (is(field, Column)) return field;
  // Set by mapWith(); Drizzle 0.45 leaves it out of its types.
  return (field as unknown as { decoder: { mapFromDriverValue(value: unknown): unknown } }).decoder;
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
