import { eq, sql } from 'drizzle-orm';
import type { GeocodePrecision, GeocodeSource } from '#domain/dispatch/places.ts';
import type { Point } from '#domain/dispatch/travel.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { bookingPlaces, geocodes } from '#worker/base/db/schema/dispatch.ts';

export type GeocodeRow = typeof geocodes.$inferSelect;
export type FoundPlace = Point & { precision: GeocodePrecision; source: GeocodeSource };

const ADDRESS_FIELDS = {
  address: bookings.address,
  city: bookings.city,
  state: bookings.state,
  zip: bookings.zip,
};
export type BookingAddress = SelectedRow<typeof ADDRESS_FIELDS>;

/** The address of a booking; null if there is no such booking or its personal data was removed. */
export async function findBookingAddress(db: Db, bookingId: number): Promise<BookingAddress | null> {
  const [row] = await db.select(ADDRESS_FIELDS).from(bookings).where(eq(bookings.id, bookingId));
  return row && row.zip !== '' ? row : null;
}

export async function findGeocode(db: Db, address: string): Promise<GeocodeRow | null> {
  const [row] = await db.select().from(geocodes).where(eq(geocodes.address, address));
  return row ?? null;
}

const ZIP_POINT = { lat: sql<number | null>`place ->> '$[0]'`, lng: sql<number | null>`place ->> '$[1]'` };

/** The middle of a ZIP code; null for an unknown one. */
export async function findZipPoint(db: Db, zip: string): Promise<Point | null> {
  if (!/^\d{5}/.test(zip)) return null;
  const [prefix, rest] = [zip.slice(0, 2), zip.slice(2, 5)];
  const [row] = await readRows(
    db,
    ZIP_POINT,
    (columns) =>
      sql`SELECT ${columns} FROM (SELECT places -> ${`$."${rest}"`} AS place FROM zip_places WHERE prefix = ${prefix})`,
  );
  return row && row.lat !== null && row.lng !== null ? { lat: row.lat, lng: row.lng } : null;
}

/** For a batch: names the address of a booking, as far as the booking still has it. */
export function linkAddress(
  db: Db,
  { bookingId, key, nowMs }: { bookingId: number; key: string; nowMs: number },
) {
  return db
    .insert(bookingPlaces)
    .values({ bookingId, address: key, checkedAt: nowMs })
    .onConflictDoUpdate({ target: bookingPlaces.bookingId, set: { address: key, checkedAt: nowMs } });
}

/** For the batch of a change of the address: the cron finds the booking if its message is lost. */
export function unlinkAddress(db: Db, bookingId: number) {
  return db.run(sql`DELETE FROM booking_places WHERE booking_id = ${bookingId}`);
}

/** For a batch: keeps a pin that staff placed, and an answer of the geocoder over the place of the ZIP code. */
export function upsertGeocode(db: Db, key: string, { nowMs, ...place }: FoundPlace & { nowMs: number }) {
  const values = { ...place, checkedAt: nowMs };
  return db
    .insert(geocodes)
    .values({ address: key, ...values })
    .onConflictDoUpdate({
      target: geocodes.address,
      set: values,
      setWhere: sql`geocodes.precision <> 'manual' AND (excluded.source <> 'zip' OR geocodes.source = 'zip')`,
    });
}

/** For a batch: where staff say that the address is. */
export function upsertPin(db: Db, key: string, { nowMs, ...point }: Point & { nowMs: number }) {
  const values = { ...point, precision: 'manual' as const, source: 'staff' as const, checkedAt: nowMs };
  return db
    .insert(geocodes)
    .values({ address: key, ...values })
    .onConflictDoUpdate({ target: geocodes.address, set: values });
}

export const isPinned = (key: string) =>
  sql`EXISTS (SELECT 1 FROM geocodes WHERE address = ${key} AND precision = 'manual')`;

/** For a batch: takes a pin back. The place of the address is then unknown. */
export function deletePin(db: Db, key: string) {
  return db.run(sql`DELETE FROM geocodes WHERE address = ${key} AND precision = 'manual'`);
}

type UpcomingQuery = {
  from: Day;
  to: Day;
  /** Bookings that were looked up later than this are left out. */
  checkedBefore: number;
  /** Also those whose place is only that of the ZIP code. */
  includesEstimates: boolean;
  limit: number;
};

/** Bookings with a job to do in these days whose place is not known, the next ones first. */
export async function listUnplacedBookings(
  db: Db,
  { from, to, checkedBefore, includesEstimates, limit }: UpcomingQuery,
): Promise<number[]> {
  const rows = await readRows(
    db,
    { bookingId: sql<number>`j.booking_id` },
    (columns) => sql`
      SELECT ${columns} FROM jobs j JOIN bookings b ON b.id = j.booking_id
        LEFT JOIN booking_places p ON p.booking_id = j.booking_id
        LEFT JOIN geocodes g ON g.address = p.address
      WHERE j.status NOT IN ('done', 'cancelled') AND j.booking_id IS NOT NULL AND j.due_day >= ${from} AND j.due_day <= ${to}
        AND b.zip <> '' AND (p.booking_id IS NULL OR (p.checked_at < ${checkedBefore}
          AND (g.address IS NULL OR (${includesEstimates ? 1 : 0} AND g.source = 'zip'))))
      GROUP BY j.booking_id ORDER BY min(j.due_day), j.booking_id LIMIT ${limit}`,
  );
  return rows.map(({ bookingId }) => bookingId);
}
