import { type SQL, sql } from 'drizzle-orm';
import { check, integer, type SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** A row number. AUTOINCREMENT: a number is never given twice, so a link to a deleted row stays dead. */
export const rowId = () => integer('id').primaryKey({ autoIncrement: true });

/** An instant as milliseconds since 1970 in UTC. */
export const instantMs = (name: string) => integer(name);

export const createdAt = () => instantMs('created_at').notNull();

/** CHECK (column IN (...)); the constants are the domain's unions. */
export function oneOf(name: string, column: SQLiteColumn, values: readonly string[]) {
  const list = sql.raw(values.map((value) => `'${value}'`).join(', '));
  return check(name, sql`${column} IN (${list})`);
}

/** CHECK that a text looks like yyyy-mm-dd; that the day exists is the contract's business. */
export function dayText(name: string, column: SQLiteColumn) {
  return check(name, isDayText(column));
}

function isDayText(column: SQLiteColumn): SQL {
  return sql`${column} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`;
}
