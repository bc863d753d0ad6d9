import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ADDITION_TYPES } from '#domain/catalog/final-price.ts';
import { MAX_QUANTITY } from '#domain/catalog/quote.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { bookings } from './bookings.ts';
import { createdAt, instantMs, rowId } from './columns.ts';
import { jobs } from './jobs.ts';
import { users } from './users.ts';

/**
 * What staff add to the price of a booking: days, exchanges, dump and returns, charge items of its rate card, extra weight. Amounts in
 * cents. A row can only be voided; triggers refuse other changes.
 */
export const priceAdditions = sqliteTable(
  'price_additions',
  {
    id: rowId(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    type: text('type', { enum: ADDITION_TYPES }).notNull(),
    /** A charge item in the snapshot of the booking's rate card. */
    itemId: text('item_id'),
    quantity: integer('quantity').notNull(),
    /** The amount that staff entered, because the rate card has no price; null: the price of the card. */
    unitAmount: integer('unit_amount'),
    createdAt: createdAt(),
    createdBy: integer('created_by').references(() => users.id),
    /** The truck job that the amount is for; null for any other addition. It counts while the job does (isCountedAddition). */
    jobId: integer('job_id').references(() => jobs.id),
    voidedAt: instantMs('voided_at'),
    voidedBy: integer('voided_by').references(() => users.id),
  },
  (table) => [
    index('price_additions_booking').on(table.bookingId),
    uniqueIndex('price_additions_job').on(table.jobId).where(sql`job_id IS NOT NULL AND voided_at IS NULL`),
    check('price_additions_quantity', sql`${table.quantity} BETWEEN 1 AND ${sql.raw(String(MAX_QUANTITY))}`),
    check(
      'price_additions_amount',
      sql`${table.unitAmount} BETWEEN 1 AND ${sql.raw(String(MAX_AMOUNT))} AND (${table.itemId} IS NULL OR ${table.unitAmount} IS NULL)`,
    ),
    check(
      'price_additions_type',
      sql`CASE ${table.type}
        WHEN 'item' THEN ${table.itemId} IS NOT NULL
        WHEN 'overage' THEN ${table.itemId} IS NULL AND ${table.unitAmount} IS NOT NULL AND ${table.quantity} = 1
        ELSE ${table.itemId} IS NULL END`,
    ),
  ],
);
