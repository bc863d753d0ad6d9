import { type SQL, sql } from 'drizzle-orm';
import { check, integer, type SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** A row id. AUTOINCREMENT: an id is never reused, so a link to a deleted row never leads to another row. */
export const rowId = () => integer('id').primaryKey({ autoIncrement: true });

/** An instant as milliseconds since 1970 in UTC. */
export const instantMs = (name: string) => integer(name);

export const createdAt = () => instantMs('created_at').notNull();

/** CHECK that a text has the form yyyy-mm-dd; the contract checks that the day exists. */
export function dayColumn(name: string, column: SQLiteColumn) {
  return check(name, isDayText(column));
}

function isDayText(column: SQLiteColumn): SQL {
  return sql`${column} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`;
}
