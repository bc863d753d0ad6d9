import { sql } from 'drizzle-orm';
import type { DumpsterType } from '#domain/rental.ts';
import type { Db } from '#worker/db/client.ts';

export type HoldRow = {
  id: string;
  firstName: string;
  lastName: string;
  dumpsterType: DumpsterType;
  dumpsterNumber: string;
  startDate: string;
  endDate: string;
  createdAt: number;
  expiresAt: number;
  network: string;
  isDeviceKnown: number;
};

/** Open checkouts with the days of their current revision, newest first. */
export function listOpenHolds(db: Db, limit: number): Promise<HoldRow[]> {
  return db.all<HoldRow>(sql`
    SELECT c.id, r.first_name AS firstName, r.last_name AS lastName, r.dumpster_type AS dumpsterType,
      d.dumpster_number AS dumpsterNumber, s.start_date AS startDate, s.end_date AS endDate,
      c.created_at AS createdAt, c.expires_at AS expiresAt, c.wide_network AS network,
      c.device_id IS NOT NULL AS isDeviceKnown
    FROM checkouts c
    JOIN checkout_revisions r ON r.checkout_id = c.id AND r.revision = c.current_revision
    JOIN dumpster_schedule s ON s.checkout_id = c.id AND s.revision = c.current_revision
    JOIN dumpsters d ON d.id = s.dumpster_id
    WHERE c.state = 'open'
    ORDER BY c.created_at DESC, c.id
    LIMIT ${limit}`);
}

export async function countOpenHolds(db: Db): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM checkouts WHERE state = 'open'`,
  );
  return row?.count ?? 0;
}
