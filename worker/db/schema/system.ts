import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instantMs } from './columns.ts';

/** The progress of a scheduled task that continues where its last run stopped. */
export const cursors = sqliteTable('cursors', {
  name: text('name').primaryKey(),
  reachedAt: instantMs('reached_at').notNull(),
  /** The result of the last run, for tasks that show one. */
  result: text('result', { mode: 'json' }),
});

/** The number of calls by key in the key's current window. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    windowStartedAt: instantMs('window_started_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('rate_limits_started').on(table.windowStartedAt)],
);

/** Keys that are blocked after failed payments (worker/checkout/holds/limits.ts). */
export const checkoutBlocks = sqliteTable(
  'checkout_blocks',
  {
    key: text('key').primaryKey(),
    blockedUntil: instantMs('blocked_until').notNull(),
  },
  (table) => [index('checkout_blocks_until').on(table.blockedUntil)],
);
