import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { DUMPSTER_TYPES, RENTAL_TYPES } from '#domain/rental.ts';

/** The sizes on offer, measures in inches. Rows are added by migrations and equal DUMPSTER_SIZES (domain/rental.ts). */
export const dumpsterSizes = sqliteTable(
  'dumpster_sizes',
  {
    /** A slug such as '15-yard'; never reused. */
    id: text('id', { enum: DUMPSTER_TYPES }).primaryKey(),
    name: text('name').notNull(),
    yards: integer('yards').notNull(),
    lengthIn: integer('length_in').notNull(),
    widthIn: integer('width_in').notNull(),
    heightIn: integer('height_in').notNull(),
    bestFor: text('best_for').notNull(),
    position: integer('position').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  },
  (table) => [
    check(
      'dumpster_sizes_measures',
      sql`${table.yards} > 0 AND ${table.lengthIn} > 0 AND ${table.widthIn} > 0 AND ${table.heightIn} > 0`,
    ),
  ],
);

/** The rental periods on offer. Rows are added by migrations and equal RENTAL_OPTIONS (domain/rental.ts). */
export const rentalOptions = sqliteTable(
  'rental_options',
  {
    /** A slug such as '7-day'; never reused. */
    id: text('id', { enum: RENTAL_TYPES }).primaryKey(),
    title: text('title').notNull(),
    label: text('label').notNull(),
    days: integer('days').notNull(),
    /** Lines of text. */
    features: text('features', { mode: 'json' }).$type<string[]>().notNull().default([]),
    position: integer('position').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  },
  (table) => [check('rental_options_days', sql`${table.days} BETWEEN 1 AND 365`)],
);
