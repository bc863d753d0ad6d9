import { sql } from 'drizzle-orm';
import type { Day } from '#domain/days.ts';
import type { UnitPlace } from '#domain/dispatch/places.ts';
import type { DeliveryDemand, YardUnitRow } from '#domain/dispatch/unit-proposals.ts';
import type { Db } from '#worker/db/client.ts';
import { readBatch } from '#worker/db/rows.ts';
import { geocodes } from '#worker/db/schema/dispatch.ts';
import { currentLocationId } from '#worker/unit-locations/repo.ts';

type LocationKeys = {
  /** Normalized addresses (domain/dispatch/travel.ts). */
  addresses: readonly string[];
  unitIds: readonly number[];
};

const GEOCODE_FIELDS = {
  address: geocodes.address,
  lat: geocodes.lat,
  lng: geocodes.lng,
  precision: geocodes.precision,
};
const UNIT_LOCATION_FIELDS = {
  unitId: sql<number>`u.value`,
  place: sql<UnitPlace>`coalesce(l.place, 'yard')`,
  bookingId: sql<number | null>`l.booking_id`,
  /** The day of the job that collects it from there; null: none is planned. */
  collectedOn: sql<Day | null>`CASE WHEN l.booking_id IS NULL THEN NULL ELSE (
    SELECT min(due_day) FROM jobs
    WHERE booking_id = l.booking_id AND type IN ('exchange', 'live_load', 'final_pickup') AND status NOT IN ('done', 'cancelled')) END`,
};

/** Where addresses and units are. */
export function readLocations(db: Db, { addresses, unitIds }: LocationKeys) {
  return readBatch(db, [
    {
      fields: GEOCODE_FIELDS,
      query: (columns) =>
        sql`SELECT ${columns} FROM geocodes WHERE address IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))`,
    },
    {
      fields: UNIT_LOCATION_FIELDS,
      query: (columns) => sql`
        SELECT ${columns} FROM json_each(${JSON.stringify(unitIds)}) u LEFT JOIN unit_locations l ON l.id = ${currentLocationId(sql`u.value`)}`,
    },
  ]);
}

const YARD_UNIT_FIELDS = {
  id: sql<number>`d.id`,
  number: sql<string>`d.dumpster_number`,
  dumpsterType: sql<string>`d.dumpster_type`,
  takenFrom: sql<Day | null>`taken.start_date`,
  takenTo: sql<Day | null>`taken.end_date`,
};

/** The units that are in the yard and in service, of the sizes of these deliveries: a row for each time they are taken. */
export async function listYardUnits(db: Db, demands: readonly DeliveryDemand[]): Promise<YardUnitRow[]> {
  if (demands.length === 0) return [];
  const types = JSON.stringify([...new Set(demands.map(({ dumpsterType }) => dumpsterType))]);
  const [from] = demands.map((demand) => demand.from).toSorted();
  const to = demands
    .map((demand) => demand.to)
    .toSorted()
    .at(-1);
  const [found] = await readBatch(db, [
    {
      fields: YARD_UNIT_FIELDS,
      query: (columns) => sql`
        SELECT ${columns} FROM dumpsters d
        LEFT JOIN unit_locations l ON l.id = ${currentLocationId(sql`d.id`)}
        LEFT JOIN dumpster_schedule taken ON taken.dumpster_id = d.id
          AND taken.end_date >= ${from} AND taken.start_date <= ${to}
        WHERE d.dumpster_type IN (SELECT value FROM json_each(${types})) AND d.is_available = 1
          AND d.deleted_at IS NULL AND coalesce(l.place, 'yard') = 'yard'
        ORDER BY d.id`,
    },
  ]);
  return found;
}
