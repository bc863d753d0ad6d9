import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instantMs } from './columns.ts';

/** Without rows: an insert fails the batch unless `holds` (worker/base/db/commit.ts). */
export const commitGuards = sqliteTable('commit_guards', {
  name: text('name').notNull(),
  holds: integer('holds'),
});

/** The progress of a scheduled task that continues where its last run stopped. */
export const cursors = sqliteTable('cursors', {
  name: text('name').primaryKey(),
  reachedAt: instantMs('reached_at').notNull(),
  /** The result of the last run, for tasks that show one. */
  result: text('result', { mode: 'json' }),
});

/** The last runs of each cron task: a task that is late makes the system's health fail (worker/operations/health). */
export const cronRuns = sqliteTable('cron_runs', {
  task: text('task').primaryKey(),
  /** The task counts as late only if this was long ago, too: a new task or a restored database gets time. */
  expectedSince: instantMs('expected_since').notNull(),
  succeededAt: instantMs('succeeded_at'),
  failedAt: instantMs('failed_at'),
  /** Of the last run; null when it succeeded. */
  error: text('error'),
});

/** Failing health checks and the e-mails about them. */
export const healthAlerts = sqliteTable('health_alerts', {
  checkName: text('check_name').primaryKey(),
  failingSince: instantMs('failing_since').notNull(),
  /** The last e-mail that the check fails. It is about this failure if it is not older than failingSince. */
  alertedAt: instantMs('alerted_at'),
  /** Null while the check fails. */
  recoveredAt: instantMs('recovered_at'),
});

/**
 * Removals of a customer's personal data (worker/operations/removals). While one is unfinished, which is only inside its own
 * transaction, a trigger allows the values in the history to change.
 */
export const removals = sqliteTable(
  'removals',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the address, trimmed and lower-case. */
    emailHash: text('email_hash').notNull(),
    removedAt: instantMs('removed_at').notNull(),
    finishedAt: instantMs('finished_at'),
  },
  (table) => [index('removals_unfinished').on(table.id).where(sql`finished_at IS NULL`)],
);

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
