import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '#worker/base/db/client.ts';
import { leftJoined, readBatch, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { sites, trucks } from '#worker/base/db/schema/dispatch.ts';
import {
  deliveryPhotos,
  driverActions,
  driverRouteStops,
  driverRoutes,
} from '#worker/base/db/schema/drivers.ts';
import { nameOf } from '#worker/base/history/repo.ts';

const r = alias(driverRoutes, 'r');
const s = alias(driverRouteStops, 's');
const b = alias(bookings, 'b');
const t = alias(trucks, 't');
const p = alias(sites, 'p');
const a = alias(driverActions, 'a');
const f = alias(deliveryPhotos, 'f');

const STOP = {
  id: s.id,
  day: r.date,
  type: s.stopType,
  status: s.status,
  isRemoved: sql<number>`s.removed_at IS NOT NULL OR r.removed_at IS NOT NULL`,
  driverId: r.driverId,
  driverName: sql<string>`${nameOf(sql`r.driver_id`)}`,
  truckName: leftJoined(t.name),
  bookingId: leftJoined(b.id),
  firstName: leftJoined(b.firstName),
  lastName: leftJoined(b.lastName),
  siteName: leftJoined(p.name),
  estimatedArrival: s.estimatedArrival,
  departedAt: s.departedAt,
  actualArrival: s.actualArrival,
  outcome: s.outcome,
  outcomeReason: s.outcomeReason,
};
const ACTION = {
  stopId: a.stopId,
  id: a.id,
  type: a.type,
  payload: a.payload,
  correctedTime: a.correctedTime,
  deviceTime: a.deviceTime,
  receivedAt: a.receivedAt,
  isTimeClamped: a.isTimeClamped,
  result: a.result,
  reason: a.reason,
  approval: a.approval,
};
const PHOTO = {
  stopId: f.stopId,
  uploadId: f.uploadId,
  type: f.photoType,
  takenAt: f.takenAt,
  createdAt: f.createdAt,
  width: f.width,
  height: f.height,
  sha256: f.sha256,
  key: f.key,
  gpsLat: f.gpsLat,
  gpsLng: f.gpsLng,
};
export type RecordedStopRow = SelectedRow<typeof STOP>;
export type RecordedActionRow = SelectedRow<typeof ACTION>;
export type RecordedPhotoRow = SelectedRow<typeof PHOTO>;

export const isStop = (id: number) => sql`= ${id}`;

/** The stops of a booking at which something is recorded, and those whose ticket photos belong to it. */
export const isOfBooking = (bookingId: number) => sql`IN (
  SELECT own.id FROM driver_route_stops own WHERE own.booking_id = ${bookingId} AND (
    own.status <> 'pending' OR EXISTS (SELECT 1 FROM driver_actions WHERE stop_id = own.id AND type NOT IN ('inspection', 'message'))
    OR EXISTS (SELECT 1 FROM delivery_photos WHERE stop_id = own.id AND photo_type <> 'defect'))
  UNION SELECT stop_id FROM delivery_photos WHERE booking_id = ${bookingId} AND stop_id IS NOT NULL)`;

/** For a batch: how many actions wait for approval and how many conflicts are open. */
export const UNDECIDED_COUNT = {
  fields: {
    count: sql<number>`(SELECT count(*) FROM driver_actions WHERE approval = 'waiting')
      + (SELECT count(*) FROM driver_conflicts WHERE decided_at IS NULL)`,
  },
  query: (columns: SQL) => sql`SELECT ${columns}`,
};

/** The stops, their actions and their photos, in the order of the days. `which`: a condition behind the id of the stop. */
export function readRecords(db: Db, which: SQL, limit: number) {
  return readBatch(db, [
    {
      fields: STOP,
      query: (columns) => sql`
        SELECT ${columns} FROM driver_route_stops s JOIN driver_routes r ON r.id = s.route_id
          LEFT JOIN trucks t ON t.id = r.truck_id LEFT JOIN sites p ON p.id = s.site_id
          LEFT JOIN bookings b ON b.id = s.booking_id
        WHERE s.id ${which} ORDER BY r.date, s.stop_order, s.id LIMIT ${limit}`,
    },
    {
      fields: ACTION,
      query: (columns) => sql`
        SELECT ${columns} FROM driver_actions a WHERE a.stop_id ${which} AND a.type NOT IN ('inspection', 'message')
        ORDER BY a.corrected_time, a.received_at, a.rowid`,
    },
    {
      fields: PHOTO,
      query: (columns) => sql`
        SELECT ${columns} FROM delivery_photos f WHERE f.stop_id ${which} AND f.photo_type <> 'defect'
        ORDER BY coalesce(f.taken_at, f.created_at), f.id`,
    },
  ]);
}

const ATTEMPTED = {
  bookingId: b.id,
  firstName: b.firstName,
  lastName: b.lastName,
  address: b.address,
  city: b.city,
  state: b.state,
  zip: b.zip,
  phone: b.phone,
  stopId: leftJoined(s.id),
  type: leftJoined(s.stopType),
  driver: sql<string>`coalesce(${nameOf(sql`r.driver_id`)}, '')`,
  outcomeReason: s.outcomeReason,
  // 'Arrived' can be earlier than the report.
  doneAtMs: sql<number | null>`coalesce(
    (SELECT max(corrected_time) FROM driver_actions
      WHERE stop_id = s.id AND type = 'attempted' AND result = 'applied' AND coalesce(approval, 'approved') = 'approved'),
    s.actual_arrival)`,
};

/** The bookings with the flag 'attempted', the oldest flag first, each with its last stop that was not completed. */
export function listAttempted(db: Db, limit: number) {
  return readRows(
    db,
    ATTEMPTED,
    (columns) => sql`
      SELECT ${columns} FROM attention n JOIN bookings b ON b.id = n.booking_id
        LEFT JOIN driver_route_stops s ON s.id = (
          SELECT id FROM driver_route_stops WHERE booking_id = n.booking_id AND status = 'attempted'
          ORDER BY actual_arrival DESC, id DESC LIMIT 1)
        LEFT JOIN driver_routes r ON r.id = s.route_id
      WHERE n.reason = 'attempted' ORDER BY n.created_at, n.booking_id LIMIT ${limit}`,
  );
}
