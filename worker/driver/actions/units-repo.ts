import { sql } from 'drizzle-orm';
import { findUnitNumber } from '#domain/jobs/unit-numbers.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { type CurrentLocation, selectCurrentLocation } from '#worker/fleet/locations/repo.ts';

/** A unit by the number that is painted on it, as drivers type it. */
export type FoundUnit = {
  id: number;
  number: string;
  dumpsterType: string;
  isAvailable: number;
  location: CurrentLocation | null;
};

export async function findUnitByNumber(db: Db, typed: string): Promise<FoundUnit | null> {
  const fleet = await readRows(
    db,
    { number: sql<string>`dumpster_number` },
    (columns) => sql`SELECT ${columns} FROM dumpsters WHERE deleted_at IS NULL`,
  );
  const number = findUnitNumber(
    fleet.map((unit) => unit.number),
    typed,
  );
  if (number === null) return null;
  const [unit] = await readRows(
    db,
    {
      id: sql<number>`d.id`,
      number: sql<string>`d.dumpster_number`,
      dumpsterType: sql<string>`d.dumpster_type`,
      isAvailable: sql<number>`d.is_available`,
      location: selectCurrentLocation(sql`d.id`),
    },
    (columns) => sql`
      SELECT ${columns} FROM dumpsters d
      WHERE d.dumpster_number = ${number} AND d.deleted_at IS NULL`,
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
