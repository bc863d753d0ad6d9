import { beforeEach, describe, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import {
  bookingsNow,
  type Driver,
  jobsNow,
  makeRouteDay,
  minutesAgo,
  sendActions,
  sendForResults,
  stopsNow,
  uploadedPhoto,
} from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { resolvePendingConflicts } from './conflicts.ts';

beforeEach(startOver);

const logged = () => rows('SELECT type, payload, result FROM driver_actions ORDER BY received_at, rowid');
const openKinds = async () =>
  (
    await rows<{ kind: string }>('SELECT kind FROM driver_conflicts WHERE decided_at IS NULL ORDER BY id')
  ).map(({ kind }) => kind);

describe('an action with the id of another one', () => {
  const id = '0b6a6c52-3b8c-4a3e-9a1e-3f0f3a7f1d11';
  const ticket = { number: 'T-1', net: 2400, fee: 8000 };

  it('and another payload is refused, and what was recorded first stays', async () => {
    const { ben } = await makeRouteDay();
    const send = (payload: object) => sendActions(ben, [{ id, stopId: 13, type: 'ticket', payload }]);
    expect(await send(ticket)).toMatchObject([{ result: 'applied' }]);
    const before = await logged();
    expect(await send({ ...ticket, fee: 1 })).toMatchObject([{ result: 'refused', code: 'invalid' }]);
    expect(await send({ ...ticket, gross: null })).toMatchObject([{ result: 'already_applied' }]);
    expect(await logged()).toEqual(before);
  });

  it('that was refused cannot be exchanged for another unit', async () => {
    const { ben, units, numbers } = await makeRouteDay();
    const send = (number = '') =>
      sendActions(ben, [{ id, stopId: 11, type: 'unit', payload: { number, direction: 'brought' } }]);
    expect(await send('X-1')).toMatchObject([{ result: 'refused', code: 'unit' }]);
    expect(await send(numbers[units[5] ?? 0])).toMatchObject([{ result: 'refused', code: 'invalid' }]);
    expect(await rows('SELECT dumpster_id FROM dumpster_schedule WHERE booking_id = 1')).toEqual([
      { dumpster_id: units[0] },
    ]);
  });
});

it('a unit that is found later is logged as it is painted, with its direction', async () => {
  const { ben, units } = await makeRouteDay();
  const action = { id: crypto.randomUUID(), stopId: 14, type: 'unit', payload: { number: '#new-7' } };
  expect(await sendForResults(ben, [action])).toEqual(['refused']);
  await rows("UPDATE dumpsters SET dumpster_number = 'NEW-7' WHERE id = ?", units[3]);
  expect(await sendForResults(ben, [action, action])).toEqual(['applied', 'already_applied']);
  const painted = JSON.stringify({ number: 'NEW-7', direction: 'collected' });
  expect(await logged()).toEqual([{ type: 'unit', payload: painted, result: 'applied' }]);
});

it('a unit of a deactivated driver is logged as it is painted when it is approved', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  const { ctx } = makeTestContext();
  await ctx.sessions.restrict(ben.id, { atMs: Date.now() - 60_000, untilMs: Date.now() + 60_000 });
  const number = numbers[units[3] ?? 0] ?? '';
  const id = crypto.randomUUID();
  const payload = { number: `#${number}` };
  await sendActions(ben, [{ id, stopId: 14, type: 'unit', payload, deviceTime: minutesAgo(5) }]);
  expect((await dana.send('POST', `dispatch/waiting-actions/${id}`, { approve: true })).status).toBe(200);
  expect(await logged()).toMatchObject([{ payload: JSON.stringify({ number, direction: 'collected' }) }]);
});

describe('the former driver of a route', () => {
  async function world() {
    const { ben, dana } = await makeRouteDay();
    const kim = await signIn('kim', 'driver');
    const reply = await dana.send('PATCH', 'dispatch/routes/1', { ifMatch: '"1"', driverId: kim.id });
    expect(reply.status).toBe(200);
    return { ben, kim };
  }
  const pickup = async (driver: Driver, type: string, payload?: object) => {
    for (const photo of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, photo, driver);
    return sendForResults(driver, [{ stopId: 14, type, ...(payload && { payload }) }]);
  };

  it('takes no stop away from the new one', async () => {
    const { ben, kim } = await world();
    expect(await pickup(ben, 'on_my_way')).toEqual(['applied']);
    expect(await pickup(ben, 'attempted', { reason: 'blocked' })).toEqual(['applied']);
    expect([(await stopsNow())[3], await openKinds()]).toEqual([
      { id: 14, status: 'pending', outcome: 'conflict' },
      ['dry_run'],
    ]);
    expect(await rows("SELECT 1 FROM outbox WHERE kind = 'stop-attempted'")).toEqual([]);
    expect(await pickup(kim, 'done')).toEqual(['applied']);
    expect((await jobsNow())[2]).toEqual({ id: 33, status: 'done', by: kim.id });
  });

  it('has done a job that was done without coverage, and the office reads who has the route', async () => {
    const { ben } = await world();
    expect(await pickup(ben, 'done')).toEqual(['applied']);
    expect((await jobsNow())[2]).toEqual({ id: 33, status: 'done', by: ben.id });
    expect((await bookingsNow())[2]).toMatchObject({ status: 'completed' });
    expect(await rows('SELECT message FROM driver_conflicts')).toEqual([
      { message: "Recorded 'Done', but the route had been given to kim" },
    ]);
  });
});

it('a call of a driver settles the conflicts of its own routes, and the cron those of all', async () => {
  const { ben, dana } = await makeRouteDay();
  const eve = await signIn('eve', 'driver');
  await insertRoute(2, { driverId: eve.id, stops: [{ id: 21, type: 'break' }] });
  const ticket = { number: 'T-9', net: 2400, fee: 8000 };
  await sendActions(ben, [{ stopId: 13, type: 'ticket', payload: ticket }]);
  expect(await openKinds()).toEqual(['ticket_without_load']);
  expect((await dana.send('POST', 'jobs/32/done')).status).toBe(200);
  expect(await sendForResults(eve, [{ stopId: 21, type: 'done' }])).toEqual(['applied']);
  expect(await openKinds()).toEqual(['ticket_without_load']);
  expect(await resolvePendingConflicts(makeTestContext().ctx)).toEqual({ resolvedConflicts: 1 });
  expect(await rows('SELECT booking_id FROM dump_fees')).toEqual([{ booking_id: 2 }]);
});

it('a planned unit that is recorded at another customer is brought, and the office reads it', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  await insertRow('unit_locations', 77, { dumpster_id: units[0] ?? 0, place: 'booking', booking_id: 3 });
  const number = numbers[units[0] ?? 0];
  expect(await sendForResults(ben, [{ stopId: 11, type: 'unit', payload: { number } }])).toEqual(['applied']);
  expect(await rows('SELECT kind, message FROM driver_conflicts')).toEqual([
    {
      kind: 'unit_elsewhere',
      message: `The driver has unit ${number}, which is recorded at booking #3. Correct its location if the driver is right.`,
    },
  ]);
  expect(await (await dana.send('GET', 'dispatch/conflicts')).json()).toMatchObject([{ unit: number }]);
});

it('of a deactivated driver what was recorded first at a stop is approved first', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  const { ctx } = makeTestContext();
  await ctx.sessions.restrict(ben.id, { atMs: Date.now() - 60_000, untilMs: Date.now() + 60_000 });
  await uploadedPhoto(11, 'delivery_placement', ben);
  const at = { stopId: 11, deviceTime: minutesAgo(5) };
  const unit = { ...at, id: crypto.randomUUID(), type: 'unit', payload: { number: numbers[units[5] ?? 0] } };
  const done = { ...at, id: crypto.randomUUID(), type: 'done' };
  expect(await sendForResults(ben, [unit, done])).toEqual(['applied', 'applied']);
  const decide = async (id: string, approve: boolean) =>
    (await dana.send('POST', `dispatch/waiting-actions/${id}`, { approve })).status;
  const early = await dana.send('POST', `dispatch/waiting-actions/${done.id}`, { approve: true });
  expect([early.status, (await readError(early)).message]).toEqual([
    409,
    'Decide first what the driver recorded before at this stop: Unit.',
  ]);
  expect([await decide(unit.id, true), await decide(done.id, true)]).toEqual([200, 200]);
  expect(await rows('SELECT dumpster_id FROM dumpster_schedule WHERE booking_id = 1')).toEqual([
    { dumpster_id: units[5] },
  ]);
  expect(await openKinds()).toEqual([]);
});
