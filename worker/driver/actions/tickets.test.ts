import { beforeEach, describe, expect, it } from 'vitest';
import type { listDriverConflicts } from '#contract/driver-conflicts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PriceProposal } from '#contract/price-proposal.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { removalStatements } from '#worker/operations/removals/statements.ts';
import { insertRow } from '#worker/test/builders.ts';
import {
  type Driver,
  makeRouteDay,
  minutesAgo,
  putPhoto,
  sendActions,
  sendForResults,
  stopsNow,
  uploadedPhoto,
} from '#worker/test/driver-day.ts';
import { jpeg } from '#worker/test/images.ts';
import { rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

const ticket = (stopId: number, number = 'T-1', changes: object = {}) => ({
  stopId,
  type: 'ticket',
  deviceTime: minutesAgo(5),
  payload: { number, net: 2000, fee: 7000, ...changes },
});
const fees = () =>
  rows<{ booking: number; number: string; load: number }>(
    'SELECT booking_id AS booking, ticket_number AS number, load_stop_id AS load FROM dump_fees WHERE voided_at IS NULL ORDER BY id',
  );
type Conflicts = ReplyOf<typeof listDriverConflicts>;
const conflictsOf = async (staff: Driver) =>
  (await staff.send('GET', 'dispatch/conflicts')).json<Conflicts>();
const runOutboxCron = () => runCronTask(testEnv, 'outbox', { isForced: true });

async function pickupDone(ben: Driver) {
  for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
  return { stopId: 14, type: 'done', deviceTime: minutesAgo(8) };
}

describe('a ticket that is recorded before its pickup', () => {
  it('at the yard becomes one fee when the driver reports the pickup', async () => {
    const { ben, dana } = await makeRouteDay();
    const recorded = { ...ticket(15), id: crypto.randomUUID() };
    expect(await sendForResults(ben, [recorded])).toEqual(['applied']);
    expect(await fees()).toEqual([]);
    expect(await conflictsOf(dana)).toMatchObject([
      { kind: 'ticket_without_load', stopId: 15, driver: 'ben', message: expect.stringContaining('T-1') },
    ]);
    const done = await pickupDone(ben);
    expect(await sendForResults(ben, [done, recorded, recorded])).toEqual([
      'applied',
      'already_applied',
      'already_applied',
    ]);
    expect(await fees()).toEqual([{ booking: 3, number: 'T-1', load: 14 }]);
    expect(await conflictsOf(dana)).toEqual([]);
    await runOutboxCron();
    expect(await fees()).toHaveLength(1);
  });

  it('becomes one fee when staff mark the pickup done', async () => {
    const { ben, dana } = await makeRouteDay();
    await sendForResults(ben, [ticket(15)]);
    expect((await dana.send('POST', 'jobs/33/done')).status).toBe(200);
    expect(await runOutboxCron()).toMatchObject({ resolvedConflicts: 1 });
    expect(await fees()).toEqual([{ booking: 3, number: 'T-1', load: 14 }]);
    expect(await rows('SELECT decided_by FROM driver_conflicts')).toEqual([{ decided_by: null }]);
    expect(await rows("SELECT count(*) AS count FROM history WHERE action = 'dump_ticket_added'")).toEqual([
      { count: 1 },
    ]);
  });

  it('makes no fee any more when a dispatcher has decided, twice at once', async () => {
    const { ben, dana } = await makeRouteDay();
    await sendForResults(ben, [ticket(15)]);
    const [conflict] = await conflictsOf(dana);
    const decide = async () =>
      (await dana.send('POST', `dispatch/conflicts/${conflict?.id}/resolve`)).json<Conflicts[number]>();
    const [first, second] = await Promise.all([decide(), decide()]);
    expect([first?.resolvedBy, second?.resolvedBy]).toEqual(['dana', 'dana']);
    await sendForResults(ben, [await pickupDone(ben)]);
    expect([await fees(), await conflictsOf(dana)]).toEqual([[], []]);
    expect((await dana.send('POST', 'dispatch/conflicts/999/resolve')).status).toBe(404);
  });
});

describe('a second ticket', () => {
  it('of a load that has a fee is a conflict, and its fee once staff void the first', async () => {
    const { ben, dana } = await makeRouteDay();
    await sendForResults(ben, [await pickupDone(ben), ticket(15, 'T-1'), ticket(15, 'T-2')]);
    expect(await fees()).toEqual([{ booking: 3, number: 'T-1', load: 14 }]);
    expect(await conflictsOf(dana)).toMatchObject([{ kind: 'second_ticket', bookingId: 3 }]);
    const [fee] = await rows<{ id: number }>('SELECT id FROM dump_fees');
    expect((await dana.send('POST', `bookings/3/dump-fees/${fee?.id}/void`)).status).toBe(200);
    await runOutboxCron();
    expect(await fees()).toEqual([{ booking: 3, number: 'T-2', load: 14 }]);
    expect(await conflictsOf(dana)).toEqual([]);
  });

  it('of the same number adds nothing; with other values it is a conflict', async () => {
    const { ben, dana } = await makeRouteDay();
    await sendForResults(ben, [await pickupDone(ben), ticket(15), ticket(15, ' t-1')]);
    expect([(await fees()).length, await conflictsOf(dana)]).toEqual([1, []]);
    await sendForResults(ben, [ticket(15, 'T-1', { fee: 9000 })]);
    expect(await conflictsOf(dana)).toMatchObject([
      { kind: 'ticket_repeated', bookingId: 3, message: expect.stringContaining('$90.00') },
    ]);
    expect(await fees()).toHaveLength(1);
  });

  it('of a fee that staff entered adds no second fee', async () => {
    const { ben, dana } = await makeRouteDay();
    const [day] = await rows<{ date: string }>('SELECT date FROM driver_routes');
    const entered = { weight: 2000, dumpLocation: 'Landfill', dumpDate: day?.date, feeAmount: 7000 };
    await dana.send('POST', 'bookings/3/dump-fees', { ...entered, ticketNumber: 'T-1', notes: '' });
    await sendForResults(ben, [await pickupDone(ben), ticket(15)]);
    expect([(await fees()).length, await conflictsOf(dana)]).toEqual([1, []]);
    await sendForResults(ben, [ticket(15, 'T-9')]);
    expect(await conflictsOf(dana)).toMatchObject([{ kind: 'second_ticket' }]);
  });
});

describe('the photo of a ticket', () => {
  const photos = () =>
    rows('SELECT booking_id AS booking, sha256 IS NULL AS isBlank FROM delivery_photos WHERE stop_id = 15');

  for (const order of ['before', 'after'] as const) {
    it(`that is sent ${order} the ticket belongs to the booking that pays, also when its data is removed`, async () => {
      const { ben } = await makeRouteDay();
      const send = async () =>
        expect((await putPhoto(ben, jpeg(), { stopId: 15, type: 'ticket' })).status).toBe(200);
      if (order === 'before') await send();
      await sendForResults(ben, [await pickupDone(ben), ticket(15)]);
      if (order === 'after') await send();
      expect(await photos()).toEqual([{ booking: 3, isBlank: 0 }]);
      const [paying] = await rows<{ email: string }>('SELECT email FROM bookings WHERE id = 3');
      const removal = { id: 'r1', emailHash: '', removedAtMs: Date.now() };
      for (const text of removalStatements(removal, paying?.email ?? '')) await rows(text);
      expect(await photos()).toEqual([{ booking: 3, isBlank: 1 }]);
    });
  }

  it('without a fee belongs to no booking, and neither does another photo of the stop', async () => {
    const { ben } = await makeRouteDay();
    await putPhoto(ben, jpeg(), { stopId: 15, type: 'ticket' });
    await sendForResults(ben, [await pickupDone(ben)]);
    await putPhoto(ben, jpeg(), { stopId: 15, type: 'problem' });
    expect(await photos()).toMatchObject([{ booking: null }, { booking: null }]);
  });
});

it('a ticket of a driver is a dump fee and a weight in the proposed price', async () => {
  const { ben, dana } = await makeRouteDay();
  const proposal = async () =>
    (await (await dana.send('GET', 'bookings/3/price-proposal')).json<PriceProposal>()).proposal;
  expect(await proposal()).toBeNull();
  await sendForResults(ben, [await pickupDone(ben), ticket(15)]);
  const listed = await (await dana.send('GET', 'bookings/3/dump-fees')).json<object>();
  expect(JSON.stringify(listed)).toContain('"T-1"');
  // What was agreed, and the fee of the ticket.
  expect(await proposal()).toMatchObject({ weight: 'fees', total: 32_500 + 7000 });
});

it('two loads have two tickets, each of its booking, sent in any order', async () => {
  const { ben } = await makeRouteDay();
  await insertRow('driver_route_stops', 16, {
    route_id: 1,
    booking_id: null,
    stop_order: 9,
    stop_type: 'disposal',
    site_id: 1,
  });
  await insertRow('stop_publications', 16, { driver_id: ben.id });
  await rows("UPDATE driver_route_stops SET status = 'delivered' WHERE id = 12");
  await sendForResults(ben, [ticket(16, 'T-2'), ticket(13, 'T-1'), await pickupDone(ben)]);
  expect(await fees()).toEqual([
    { booking: 2, number: 'T-1', load: 12 },
    { booking: 3, number: 'T-2', load: 14 },
  ]);
});

it('a load that stays on the truck over night has its ticket on the next route', async () => {
  const { ben } = await makeRouteDay();
  await sendForResults(ben, [await pickupDone(ben)]);
  await rows("UPDATE driver_routes SET date = date(date, '-1 day'), version = version + 1 WHERE id = 1");
  await insertRow('driver_routes', 2, { driver_id: ben.id, truck_id: 1, published_at: 1 });
  await rows(
    "UPDATE driver_routes SET date = (SELECT date(date, '+1 day') FROM driver_routes WHERE id = 1) WHERE id = 2",
  );
  await insertRow('driver_route_stops', 21, {
    route_id: 2,
    booking_id: null,
    stop_order: 1,
    stop_type: 'disposal',
    site_id: 1,
  });
  await insertRow('stop_publications', 21, { driver_id: ben.id });
  await sendForResults(ben, [ticket(21)]);
  expect(await fees()).toEqual([{ booking: 3, number: 'T-1', load: 14 }]);
});

it('the same ticket in two calls at once makes one fee', async () => {
  const { ben } = await makeRouteDay();
  const done = await pickupDone(ben);
  await Promise.all([
    sendActions(ben, [done, ticket(15, 'T-1')]),
    sendActions(ben, [ticket(15, 'T-1')]),
    sendActions(ben, [ticket(15, 'T-1')]),
  ]);
  await runOutboxCron();
  expect(await fees()).toHaveLength(1);
  expect((await stopsNow())[3]).toMatchObject({ status: 'completed' });
});
