import { beforeEach, describe, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import {
  bookingsNow,
  type Driver,
  jobsNow,
  makeRouteDay,
  minutesAgo,
  places,
  sendActions,
  sendForResults,
  stopsNow,
  uploadedPhoto,
} from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { captureLog } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { takeOffRows } from '#worker/test/transitions.ts';
import { inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

const conflictsNow = () =>
  rows<{ kind: string; open: number; message: string }>(
    'SELECT kind, decided_at IS NULL AS open, message FROM driver_conflicts ORDER BY id',
  );
const kindsNow = async () =>
  (await conflictsNow()).map(({ kind, open }) => `${kind} ${open ? 'open' : 'over'}`);

async function pickup(ben: Driver, at = 8) {
  for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
  return { stopId: 14, type: 'done', deviceTime: minutesAgo(at), id: crypto.randomUUID() };
}

describe('after staff have marked the job', () => {
  it('the report of the driver is recorded without a conflict', async () => {
    const { ben, dana } = await makeRouteDay();
    expect((await dana.send('POST', 'jobs/33/done')).status).toBe(200);
    const before = await places();
    expect(
      await sendForResults(ben, [
        { stopId: 14, type: 'arrived' },
        { stopId: 14, type: 'done' },
      ]),
    ).toEqual(['applied', 'applied']);
    expect((await stopsNow())[3]).toEqual({ id: 14, status: 'completed', outcome: 'done' });
    expect([await places(), await kindsNow()]).toEqual([before, []]);
    expect(await rows("SELECT count(*) AS count FROM history WHERE action = 'job_done'")).toEqual([
      { count: 1 },
    ]);
  });

  it('the report of a stop that was taken off does the job no second time', async () => {
    const { ben, dana } = await makeRouteDay();
    await takeOffRows('id = 14');
    expect((await dana.send('POST', 'jobs/33/done')).status).toBe(200);
    const before = await places();
    expect(await sendForResults(ben, [await pickup(ben)])).toEqual(['applied']);
    expect((await stopsNow())[3]).toMatchObject({ status: 'completed' });
    expect([await places(), await kindsNow()]).toEqual([before, ['stop_removed open']]);
    expect(await rows("SELECT count(*) AS count FROM history WHERE action = 'job_done'")).toEqual([
      { count: 1 },
    ]);
  });

  it('an attempt is a conflict: the job stays done', async () => {
    const { ben, dana } = await makeRouteDay();
    await dana.send('POST', 'jobs/33/done');
    const attempted = { stopId: 14, type: 'attempted', payload: { reason: 'blocked' } };
    expect(await sendForResults(ben, [attempted])).toEqual(['applied']);
    expect(await conflictsNow()).toMatchObject([
      { kind: 'not_done', message: expect.stringContaining('marked done by dana') },
    ]);
    expect((await jobsNow())[2]).toMatchObject({ status: 'done' });
  });

  it('another unit than the marked one is a conflict', async () => {
    const { ben, dana, units, numbers } = await makeRouteDay();
    await dana.send('POST', 'jobs/31/done');
    const number = numbers[units[4] ?? 0];
    await sendForResults(ben, [{ stopId: 11, type: 'unit', payload: { number } }]);
    expect(await conflictsNow()).toMatchObject([
      { kind: 'other_unit', message: expect.stringContaining(`Unit ${number} brought`) },
    ]);
    expect((await places())[4]).toMatchObject({ place: 'yard' });
  });
});

it('a job that two drivers complete at the same stop is a conflict for the second', async () => {
  const { ben } = await makeRouteDay();
  const eve = await signIn('eve', 'driver');
  await insertRow('stop_publications', 14, { driver_id: eve.id });
  await sendForResults(ben, [await pickup(ben)]);
  const [second] = await sendActions(eve, [{ stopId: 14, type: 'done' }]);
  expect(second).toMatchObject({
    result: 'refused',
    code: 'over',
    reason: expect.stringContaining('by ben'),
  });
  expect(await kindsNow()).toEqual(['already_done open']);
});

it('a unit that is recorded elsewhere is refused, and a conflict until it is taken', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  const unit = {
    id: crypto.randomUUID(),
    stopId: 11,
    type: 'unit',
    payload: { number: numbers[units[3] ?? 0] },
  };
  await rows('UPDATE dumpster_schedule SET end_date = ? WHERE booking_id = 3', inDays(-1));
  expect(await sendForResults(ben, [unit, unit])).toEqual(['refused', 'refused']);
  expect(await kindsNow()).toEqual(['unit_elsewhere open']);
  const [{ id: locationId } = { id: 0 }] = await rows<{ id: number }>(
    'SELECT id FROM unit_locations WHERE dumpster_id = ?',
    units[3],
  );
  await rows('UPDATE unit_locations SET voided_at = 9 WHERE id = ?', locationId);
  expect(await sendForResults(ben, [unit])).toEqual(['applied']);
  expect(await kindsNow()).toEqual(['unit_elsewhere over']);
  expect(dana.id).toBeGreaterThan(0);
});

describe('a pickup that arrives before its delivery', () => {
  async function undelivered() {
    const day = await makeRouteDay();
    const eve = await signIn('eve', 'driver');
    await insertRow('jobs', 1, { id: 35, type: 'final_pickup', due_day: inDays(0) });
    await insertRoute(2, {
      driverId: eve.id,
      stops: [{ id: 21, type: 'final_pickup', booking_id: 1, job_id: 35 }],
    });
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(21, type, eve);
    expect(await sendForResults(eve, [{ stopId: 21, type: 'done', deviceTime: minutesAgo(5) }])).toEqual([
      'applied',
    ]);
    expect(await kindsNow()).toEqual(['undelivered open']);
    expect(await rows('SELECT status FROM jobs WHERE id = 35')).toEqual([{ status: 'open' }]);
    return day;
  }

  it('is done when the other driver reports the delivery, and the unit is on the truck', async () => {
    const { ben, units, numbers } = await undelivered();
    await uploadedPhoto(11, 'delivery_placement', ben);
    await sendForResults(ben, [
      { stopId: 11, type: 'unit', payload: { number: numbers[units[0] ?? 0] }, deviceTime: minutesAgo(60) },
      { stopId: 11, type: 'done', deviceTime: minutesAgo(59) },
    ]);
    expect(await kindsNow()).toEqual(['undelivered over']);
    expect((await bookingsNow())[0]).toMatchObject({ status: 'completed', site: 'picked_up' });
    expect((await places())[0]).toMatchObject({ place: 'truck', at: 2 });
    expect(await rows('SELECT status FROM jobs WHERE booking_id = 1 ORDER BY id')).toEqual([
      { status: 'done' },
      { status: 'done' },
    ]);
  });
});

it('a pickup that is reported after the yard puts the unit into the yard', async () => {
  const { ben, units } = await makeRouteDay();
  await uploadedPhoto(13, 'ticket', ben);
  expect(
    await sendForResults(ben, [
      { stopId: 15, type: 'done', deviceTime: minutesAgo(5) },
      await pickup(ben, 8),
    ]),
  ).toEqual(['applied', 'applied']);
  expect((await places()).find(({ unit }) => unit === units[3])).toMatchObject({ place: 'yard', at: 2 });
});

describe('a driver who is deactivated', () => {
  it('and sends again what was refused before waits for approval', async () => {
    const { ben, dana } = await makeRouteDay();
    const done = { id: crypto.randomUUID(), stopId: 14, type: 'done', deviceTime: minutesAgo(20) };
    expect(await sendForResults(ben, [done])).toEqual(['refused']);
    const { ctx } = makeTestContext();
    await ctx.sessions.restrict(ben.id, { atMs: Date.now() - 10 * 60_000, untilMs: Date.now() + 60_000 });
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
    expect(await sendForResults(ben, [done, done])).toEqual(['applied', 'already_applied']);
    expect(await rows('SELECT result, approval FROM driver_actions')).toEqual([
      { result: 'applied', approval: 'waiting' },
    ]);
    expect((await jobsNow())[2]).toMatchObject({ status: 'planned' });
    const approve = await dana.send('POST', `dispatch/waiting-actions/${done.id}`, { approve: true });
    expect([approve.status, await approve.json()]).toEqual([
      200,
      { id: done.id, approval: 'approved', conflict: null },
    ]);
    expect((await jobsNow())[2]).toMatchObject({ status: 'done', by: ben.id });
  });

  it('gets an approval that says what differs when the stop was taken off the route', async () => {
    const { ben, dana } = await makeRouteDay();
    const done = await pickup(ben, 20);
    const { ctx } = makeTestContext();
    await ctx.sessions.restrict(ben.id, { atMs: Date.now() - 10 * 60_000, untilMs: Date.now() + 60_000 });
    expect(await sendForResults(ben, [done])).toEqual(['applied']);
    await takeOffRows('id = 14');
    const decide = async () =>
      (await dana.send('POST', `dispatch/waiting-actions/${done.id}`, { approve: true })).json();
    const decided = { approval: 'approved', conflict: expect.stringContaining("Recorded 'Done'") };
    expect([await decide(), await decide()]).toMatchObject([decided, decided]);
    expect(await kindsNow()).toEqual(['stop_removed open']);
  });
});

describe('times', () => {
  it('of a clock that was put right before sending are not before the route was published', async () => {
    const { ben } = await makeRouteDay();
    const publishedAt = Date.now() - 30 * 60_000;
    await rows('UPDATE stop_publications SET published_at = ?', publishedAt);
    await sendForResults(ben, [{ stopId: 14, type: 'arrived', deviceTime: '1970-01-02T00:00:00.000Z' }]);
    expect(await rows('SELECT corrected_time AS at, device_time AS device FROM driver_actions')).toEqual([
      { at: publishedAt, device: 86_400_000 },
    ]);
  });
});

it('an action whose effects the database refuses is stored without them, and holds back nothing', async () => {
  const { ben } = await makeRouteDay();
  const log = captureLog();
  await rows(
    "CREATE TRIGGER refuse_progress BEFORE UPDATE OF actual_arrival ON driver_route_stops BEGIN SELECT RAISE(ABORT, 'refused'); END",
  );
  try {
    const arrived = { id: crypto.randomUUID(), stopId: 14, type: 'arrived' };
    expect(await sendForResults(ben, [arrived, arrived, { stopId: 11, type: 'on_my_way' }])).toEqual([
      'applied',
      'already_applied',
      'applied',
    ]);
  } finally {
    await rows('DROP TRIGGER refuse_progress');
  }
  expect(await conflictsNow()).toMatchObject([
    { kind: 'not_processed', message: expect.stringContaining("'Arrived'") },
    { kind: 'not_processed' },
  ]);
  expect(log).toBeDefined();
});

it('a phone that was offline for two days sends 50 actions and its photos at once', async () => {
  const { ben } = await makeRouteDay();
  const actions = Array.from({ length: 50 }, (_, n) => ({
    stopId: 11 + (n % 5),
    type: 'arrived',
    deviceTime: minutesAgo(2 * 24 * 60 - n),
  }));
  expect(new Set(await sendForResults(ben, actions))).toEqual(new Set(['applied']));
});
