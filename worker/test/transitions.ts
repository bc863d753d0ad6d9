import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { makeDb } from '#worker/base/db/client.ts';
import { commit, type Writes } from '#worker/base/db/commit.ts';
import { planJobs } from '#worker/dispatch/routes-repo.ts';
import { updateJobsOfBooking } from '#worker/fleet/jobs/repo.ts';
import { jobsFollowStops, stopsFollowJobs } from '#worker/fleet/jobs/transitions-repo.ts';
import { inDays, rows } from './world.ts';

/* For tests that change rows directly: the other rows that change with them. */

const db = makeDb(env.DB, 'first-primary');
const write = (writes: Writes) => commit({ db }, { writes });

/** The stops of jobs whose status or day was changed. */
export const followJobs = () => write(stopsFollowJobs(db, 'all', Date.now()));

/** The jobs of stops that were inserted on a route. */
export const planRows = (routeId: number) => write([planJobs(db, routeId)]);

/** Cancels a booking before its delivery, with its jobs. */
export async function cancelRow(bookingId: number) {
  await rows("UPDATE bookings SET status = 'cancelled', version = version + 1 WHERE id = ?", bookingId);
  const change = { status: 'cancelled', isOnSite: false, isPickedUp: false, today: inDays(0) } as const;
  await write(updateJobsOfBooking(db, { bookingId, ...change, nowMs: Date.now() }));
}

/** Takes stops off their routes, also those that are not pending. `stops`: a condition on their rows. */
export async function takeOffRows(stops: string, atMs = 5) {
  const isOn = `removed_at IS NULL AND ${stops}`;
  await write([jobsFollowStops(db, 'taken_off', sql.raw(`${isOn} AND status IN ('pending', 'in_transit')`))]);
  await rows(`UPDATE driver_route_stops SET removed_at = ? WHERE ${isOn}`, atMs);
}
