import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/shared/days.ts';
import type { Guards } from '#worker/base/db/commit.ts';

type At = { id: number; version: number };
/** What the check of a change of the plan has read, beside the changed route itself. */
export type PlanGuard = { routes: readonly At[]; bookings: readonly At[] };

/** The guards of a change of routes that were read at these versions, with what its check has read. */
export function planGuards(changed: readonly At[], guard: PlanGuard): Guards {
  const isAt = sql`(
    SELECT count(*) FROM json_each(${versionsOf(changed)}) v JOIN driver_routes r
      ON r.id = v.value ->> 'id' AND r.version = v.value ->> 'version') = ${changed.length}`;
  return { route_versions: isAt, plan_as_read: isUnchangedSince(guard) };
}

/** True while every route and booking has its version, and no route is removed. */
export function isUnchangedSince({ routes, bookings }: PlanGuard): SQL {
  return sql`${areRoutesAt(routes)} AND (
    SELECT count(*) FROM json_each(${versionsOf(bookings)}) v JOIN bookings b
      ON b.id = v.value ->> 'id' AND b.version = v.value ->> 'version') = ${bookings.length}`;
}

/** True while the routes have these versions and are not removed. */
function areRoutesAt(routes: readonly At[]): SQL {
  return sql`(
    SELECT count(*) FROM json_each(${versionsOf(routes)}) v JOIN driver_routes r
      ON r.id = v.value ->> 'id' AND r.version = v.value ->> 'version' AND r.removed_at IS NULL) = ${routes.length}`;
}

const versionsOf = (rows: readonly At[]) => JSON.stringify(rows.map(({ id, version }) => ({ id, version })));

type Published = { days: readonly Day[]; bookingId: number | null; today: Day };

/**
 * True while these are, with their versions, the published routes of the days, and no other published one from `today` on has
 * a stop of the booking that is still to be made.
 */
export function arePublishedAt(routes: readonly At[], { days, bookingId, today }: Published): SQL {
  const versions = versionsOf(routes);
  return sql`${areRoutesAt(routes)} AND NOT EXISTS (
    SELECT 1 FROM driver_routes r
    WHERE r.published_at IS NOT NULL AND r.removed_at IS NULL AND r.date >= ${today}
      AND (r.date IN (SELECT value FROM json_each(${JSON.stringify(days)})) OR r.id IN (
        SELECT route_id FROM driver_route_stops
        WHERE booking_id = ${bookingId} AND status = 'pending' AND removed_at IS NULL))
      AND r.id NOT IN (SELECT value ->> 'id' FROM json_each(${versions})))`;
}
