import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { doneStopStatus, STOP_STATUSES } from '#domain/dispatch/stops.ts';
import { JOB_STATUSES, JOB_TYPES, type JobStatus } from '#domain/jobs/jobs.ts';
import { JOB_BY_STOP, type StopEvent, stopByJob } from '#domain/jobs/transitions.ts';
import { makeDb } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { insertRow } from '#worker/test/builders.ts';
import { signIn } from '#worker/test/staff.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';
import { changeJobs, jobsFollowStops } from './transitions-repo.ts';

beforeEach(async () => {
  await startOver();
  const { id } = await signIn('ben', 'driver');
  await insertRow('bookings', 1);
  await insertRow('jobs', 1, { id: 1 });
  await insertRow('trucks', 1);
  await insertRow('driver_routes', 1, { driver_id: id, truck_id: 1, date: ROUTE_DAY, published_at: 1 });
});

const db = makeDb(env.DB, 'first-primary');
const ROUTE_DAY = inDays(2);
const AT = 9_000;
let versionBefore = 0;
const ALL = sql`1`;

/** Job 1 of booking 1 with a stop on a published route. */
async function plannedJob(job: { status: JobStatus; type?: string }, stopStatus: string) {
  const type = job.type ?? 'delivery';
  await rows('DELETE FROM driver_route_stops');
  await rows("UPDATE jobs SET status = 'planned', type = ?, due_day = ?", type, ROUTE_DAY);
  await rows('UPDATE driver_routes SET updated_at = 2, version = version + 1');
  const stop = { route_id: 1, booking_id: 1, job_id: 1, stop_type: type, status: stopStatus, updated_at: 2 };
  await insertRow('driver_route_stops', 1, stop);
  await rows('UPDATE jobs SET status = ?', job.status);
  const [route] = await rows<{ version: number }>('SELECT version FROM driver_routes');
  versionBefore = route?.version ?? 0;
}

const stored = async () => {
  const [found] = await rows(
    `
    SELECT s.status AS stop, s.removed_at AS removedAt, s.changed_at AS changedAt, s.updated_at AS updatedAt,
      j.status AS job, r.version - ? AS changes, r.updated_at AS routeAt
    FROM driver_route_stops s JOIN jobs j ON j.id = s.job_id JOIN driver_routes r ON r.id = s.route_id`,
    versionBefore,
  );
  return found;
};

it('the stop of a job leaves its route or is done as stopByJob says, on its day and after it', async () => {
  for (const status of JOB_STATUSES) {
    for (const stop of STOP_STATUSES) {
      const isLive = stop === 'pending' || stop === 'in_transit';
      for (const dueDay of isLive ? [inDays(1), ROUTE_DAY, inDays(3)] : [inDays(3)]) {
        await plannedJob({ status }, stop);
        const writes = changeJobs(db, { bookingId: 1 }, { status, dueDay, nowMs: AT });
        await commit({ db }, { writes });
        const effect = isLive ? stopByJob({ status: stop, day: ROUTE_DAY }, { status, dueDay }) : 'stays';
        const [isDone, isLeaving] = [effect === 'done', effect === 'leaves'];
        const reopened = JOB_BY_STOP.taken_off[status];
        expect(await stored(), `${status} on ${dueDay} with a stop ${stop}`).toEqual({
          stop: isDone ? 'delivered' : stop,
          removedAt: isLeaving ? AT : null,
          changedAt: effect === 'stays' ? null : AT,
          updatedAt: isDone ? AT : 2,
          job: isLeaving ? reopened : status,
          changes: effect === 'stays' ? 0 : 1,
          routeAt: effect === 'stays' ? 2 : AT,
        });
      }
    }
  }
});

it('a stop that is done has the status of its type', async () => {
  for (const type of JOB_TYPES) {
    await plannedJob({ status: 'planned', type }, 'pending');
    await commit({ db }, { writes: changeJobs(db, { jobId: 1 }, { status: 'done', nowMs: AT }) });
    expect([type, (await stored())?.stop]).toEqual([type, doneStopStatus(type)]);
  }
});

it('a job gets the status that the table has for each event of its stop', async () => {
  for (const event of Object.keys(JOB_BY_STOP) as StopEvent[]) {
    for (const status of JOB_STATUSES) {
      await plannedJob({ status }, 'pending');
      await commit({ db }, { writes: [jobsFollowStops(db, event, ALL)] });
      expect([event, status, (await stored())?.job]).toEqual([event, status, JOB_BY_STOP[event][status]]);
    }
  }
});

it('a job of another booking keeps its stop', async () => {
  await plannedJob({ status: 'cancelled' }, 'pending');
  await commit({ db }, { writes: changeJobs(db, { bookingId: 2 }, { status: 'done', nowMs: AT }) });
  expect(await stored()).toMatchObject({ stop: 'pending', removedAt: null, changes: 0 });
});

it('a route that was published after the time of the change keeps its own time', async () => {
  await plannedJob({ status: 'planned' }, 'pending');
  await rows('UPDATE driver_routes SET published_at = ?', AT + 5);
  const writes = changeJobs(db, { jobId: 1 }, { status: 'cancelled', nowMs: AT });
  await commit({ db }, { writes });
  expect(await stored()).toMatchObject({ routeAt: AT + 5, removedAt: AT + 5, changedAt: AT + 5 });
});
