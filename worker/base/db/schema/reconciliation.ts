import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DIFFERENCE_KINDS } from '#domain/money/reconciliation.ts';
import { TRANSACTION_STATUSES } from '#domain/money/transactions.ts';
import { bookings } from './bookings.ts';
import { instantMs, rowId } from './columns.ts';
import { users } from './users.ts';

/** A difference between the ledger and Stripe for one payment or refund, until it is settled. Amounts in cents. */
export const reconciliationIssues = sqliteTable(
  'reconciliation_issues',
  {
    id: rowId(),
    /** Stripe's id: pi_ or re_; 'booking_17' for the amount due of a booking. */
    objectId: text('object_id').notNull(),
    difference: text('difference', { enum: DIFFERENCE_KINDS }).notNull(),
    bookingId: integer('booking_id').references(() => bookings.id),
    ledgerStatus: text('ledger_status', { enum: TRANSACTION_STATUSES }),
    ledgerAmount: integer('ledger_amount'),
    stripeStatus: text('stripe_status', { enum: TRANSACTION_STATUSES }),
    stripeAmount: integer('stripe_amount'),
    foundAt: instantMs('found_at').notNull(),
    settledAt: instantMs('settled_at'),
    /** Null if the next nightly comparison found no difference. */
    settledBy: integer('settled_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('reconciliation_issues_open').on(table.objectId).where(sql`settled_at IS NULL`),
    index('reconciliation_issues_waiting').on(table.id).where(sql`settled_at IS NULL`),
    index('reconciliation_issues_settled').on(table.settledAt, table.id),
  ],
);
