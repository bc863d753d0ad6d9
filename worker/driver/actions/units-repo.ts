import { sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { readRows } from '#worker/db/rows.ts';
import { type CurrentLocation, currentLocationOf } from '#worker/unit-locations/repo.ts';

/** A unit by the number that is painted on it, in any case and with or without a leading '#'. */
export type FoundUnit = {
  id: number;
  number: string;
  dumpsterType: string;
  isAvailable: number;
  location: CurrentLocation | null;
};

export async function findUnitByNumber(db: Db, typed: string): Promise<FoundUnit | null> {
  const number = typed.trim().replace(/^#/, '');
  const [unit] = await readRows(
    db,
    {
      id: sql<number>`d.id`,
      number: sql<string>`d.dumpster_number`,
      dumpsterType: sql<string>`d.dumpster_type`,
      isAvailable: sql<number>`d.is_available`,
      location: currentLocationOf(sql`d.id`),
    },
    (columns) => sql`
      SELECT ${columns} FROM dumpsters d
      WHERE lower(d.dumpster_number) = lower(${number}) AND d.deleted_at IS NULL`,
  );
  return unit ?? null;
}

/** 'on truck Truck 2', 'at booking #17': where a unit is recorded, for the driver. No names of customers. */
export function recordedPlaceText(location: CurrentLocation | null): string {
  switch (location?.place) {
    case 'booking':
      return `at booking #${location.bookingId}`;
    case 'truck':
      return `on ${location.truckName ?? 'a truck'}`;
    case 'disposal':
      return `at ${location.siteName ?? 'a disposal site'}`;
    case 'repair':
      return 'in repair';
    default:
      return 'in the yard';
  }
}
