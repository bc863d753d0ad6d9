import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { DEAD_MESSAGE_KINDS } from '#worker/base/db/schema/outbox.ts';

/** Deletes at most `limit` rows, by an index of the rows that may be deleted. Returns the number of deleted rows. */
type Purge = (db: Db, before: number, limit: number) => Promise<number>;

/**
 * Unpaid checkouts that were released, with their revisions. Never deletes one that the ledger names, because it is
 * evidence of a payment, or one that holds days, because it reserves a unit.
 */
export const purgeCheckouts: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM checkouts WHERE id IN (
      SELECT id FROM checkouts c WHERE state = 'expired' AND created_at < ${before} AND booking_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM transactions WHERE checkout_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE checkout_id = c.id)
      ORDER BY created_at LIMIT ${limit}) RETURNING 1`,
  );

export const purgeEvents: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM stripe_events WHERE id IN (
      SELECT id FROM stripe_events WHERE processed_at < ${before} ORDER BY processed_at LIMIT ${limit}) RETURNING 1`,
  );

export const purgeNotifications: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM outbox WHERE id IN (
      SELECT id FROM outbox WHERE done_at < ${before} ORDER BY done_at LIMIT ${limit}) RETURNING 1`,
  );

/** What customers answered to texts. A STOP or START stays, because it says whether the number may get texts. */
export const purgeTextAnswers: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM text_replies WHERE id IN (
      SELECT id FROM text_replies WHERE keyword NOT IN ('stop', 'start') AND received_at < ${before} LIMIT ${limit})
      RETURNING 1`,
  );

const DEAD_KINDS = sql.raw(DEAD_MESSAGE_KINDS.map((kind) => `'${kind}'`).join(', '));

/** Failed queue messages. A dead row about an account or a booking stays until staff retry it. */
export const purgeDeadMessages: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM outbox WHERE id IN (
      SELECT id FROM outbox INDEXED BY outbox_kind
      WHERE kind IN (${DEAD_KINDS}) AND created_at < ${before} AND dead_at < ${before} AND done_at IS NULL
      ORDER BY created_at LIMIT ${limit}) RETURNING 1`,
  );

export const purgeCounts: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM rate_limits WHERE key IN (
      SELECT key FROM rate_limits WHERE window_started_at < ${before} ORDER BY window_started_at LIMIT ${limit})
      RETURNING 1`,
  );

export const purgeBlocks: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM checkout_blocks WHERE key IN (
      SELECT key FROM checkout_blocks WHERE blocked_until < ${before} ORDER BY blocked_until LIMIT ${limit})
      RETURNING 1`,
  );

export const purgeSignInLinks: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM sign_in_links WHERE id IN (
      SELECT id FROM sign_in_links WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit}) RETURNING 1`,
  );

export const purgeRepeatLinks: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM repeat_links WHERE token_hash IN (
      SELECT token_hash FROM repeat_links WHERE expires_at < ${before} ORDER BY expires_at LIMIT ${limit}) RETURNING 1`,
  );

export const purgeBulkRows: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM bulk_action_rows WHERE rowid IN (
      SELECT r.rowid FROM bulk_actions a JOIN bulk_action_rows r ON r.action_id = a.id
      WHERE a.created_at < ${before} LIMIT ${limit}) RETURNING 1`,
  );

export const purgeBulkActions: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM bulk_actions WHERE id IN (
      SELECT id FROM bulk_actions a WHERE created_at < ${before}
        AND NOT EXISTS (SELECT 1 FROM bulk_action_rows WHERE action_id = a.id) LIMIT ${limit}) RETURNING 1`,
  );

/** Counts by ZIP code and day. In one statement: each night only one more day ends. */
export const purgeDeclinedZips: Purge = (db, before) =>
  countDeleted(
    db,
    sql`DELETE FROM declined_zips WHERE day < date(${before} / 1000, 'unixepoch') RETURNING 1`,
  );

/** Points of addresses that no booking has, for example because the address was corrected. */
export const purgePlaces: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM geocodes WHERE address IN (
      SELECT address FROM geocodes g WHERE checked_at < ${before}
        AND NOT EXISTS (SELECT 1 FROM booking_places WHERE address = g.address) LIMIT ${limit}) RETURNING 1`,
  );

export const purgeDrives: Purge = (db, before, limit) =>
  countDeleted(
    db,
    sql`DELETE FROM drives WHERE rowid IN (
      SELECT rowid FROM drives WHERE checked_at < ${before} ORDER BY checked_at LIMIT ${limit}) RETURNING 1`,
  );

async function countDeleted(db: Db, statement: SQL): Promise<number> {
  return (await db.all(statement)).length;
}

/**
 * Texts between drivers and the office that are about no customer, with what the phone sent. The others are removed with
 * the personal data of their customer.
 */
export const purgeRouteTexts: Purge = async (db, before, limit) => {
  const old = sql`SELECT id FROM messages WHERE booking_id IS NULL AND content <> '' AND created_at < ${before}
    ORDER BY created_at LIMIT ${limit}`;
  await db.run(sql`
    UPDATE driver_actions SET payload = '{}' WHERE id IN (
      SELECT action_id FROM route_messages WHERE message_id IN (${old}) AND action_id IS NOT NULL)`);
  return countDeleted(db, sql`UPDATE messages SET content = '' WHERE id IN (${old}) RETURNING 1`);
};
