import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '#worker/db/client.ts';
import { readRows, type SelectedRow } from '#worker/db/rows.ts';
import { checkoutRevisions, checkouts } from '#worker/db/schema/checkouts.ts';
import { dumpsterSchedule, dumpsters } from '#worker/db/schema/dumpsters.ts';

const c = alias(checkouts, 'c');
const r = alias(checkoutRevisions, 'r');
const s = alias(dumpsterSchedule, 's');
const d = alias(dumpsters, 'd');

const HOLD_FIELDS = {
  id: c.id,
  firstName: r.firstName,
  lastName: r.lastName,
  dumpsterType: r.dumpsterType,
  dumpsterNumber: d.dumpsterNumber,
  startDate: s.startDate,
  endDate: s.endDate,
  createdAt: c.createdAt,
  expiresAt: c.expiresAt,
  network: c.wideNetwork,
  isDeviceKnown: sql`${c.deviceId} IS NOT NULL`.mapWith(Boolean),
};
export type HoldRow = SelectedRow<typeof HOLD_FIELDS>;

/** Open checkouts with the days of their current revision, newest first. */
export function listOpenHolds(db: Db, limit: number): Promise<HoldRow[]> {
  return readRows(
    db,
    HOLD_FIELDS,
    (columns) => sql`
      SELECT ${columns}
      FROM checkouts c
      JOIN checkout_revisions r ON r.checkout_id = c.id AND r.revision = c.current_revision
      JOIN dumpster_schedule s ON s.checkout_id = c.id AND s.revision = c.current_revision
      JOIN dumpsters d ON d.id = s.dumpster_id
      WHERE c.state = 'open'
      ORDER BY c.created_at DESC, c.id
      LIMIT ${limit}`,
  );
}

export function countOpenHolds(db: Db): Promise<number> {
  return db.$count(checkouts, sql`state = 'open'`);
}
