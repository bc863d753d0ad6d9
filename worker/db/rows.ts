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
  const rows = await db.all<Record<string, unknown>>(query(selectList(fields)));
  return rows.map((row) => decodeRow(fields, row));
}

/** The columns of a SELECT, each under the name of its field. */
export function selectList(fields: Fields): SQL {
  const columns = Object.entries(fields).map(([name, field]) => sql`${field} AS ${sql.identifier(name)}`);
  return sql.join(columns, sql`, `);
}

function decodeRow<F extends Fields>(fields: F, row: Record<string, unknown>): SelectedRow<F> {
  const values = Object.entries(fields).map(([name, field]) => [name, decode(field, row[name])]);
  return Object.fromEntries(values) as SelectedRow<F>;
}

function decode(field: Column | SQL, value: unknown): unknown {
  if (value === null) return null;
  if (is(field, Column)) return field.mapFromDriverValue(value);
  // Set by mapWith(); Drizzle 0.45 leaves it out of its types.
  const { decoder } = field as unknown as { decoder: { mapFromDriverValue(value: unknown): unknown } };
  return decoder.mapFromDriverValue(value);
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
