import { beforeEach, describe, expect, it } from 'vitest';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PriceProposal } from '#contract/price-proposal.ts';
import type { getTruckCalendar } from '#contract/truck-calendar.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { bookRental, listJobsOf, listUnitDays, makeChangeCalls } from '#worker/test/changes.ts';
import {
  bookingsNow,
  places,
  sendActions,
  sendForResults,
  stopsNow,
  uploadedPhoto,
} from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';

let day: Awaited<ReturnType<typeof makeDay>>;
beforeEach(async () => {
  await startOver();
  day = await makeDay();
});

/** A rental on site. Staff add a dump and return (stop 11, landfill 12) and a relocation on site (13) for today. */
async function makeDay() {
  const dana = await signIn('dana', 'admin');
  const ben = await signIn('ben', 'driver');
  await addUnits(1);
  const [unit = 0] = await listUnitIds();
  await bookRental(1, -2, { unit, isDelivered: true });
  await rows("UPDATE bookings SET status = 'confirmed', version = version + 1");
  const at = { dumpster_id: unit, place: 'booking', booking_id: 1 };
  await insertRow('unit_locations', 1, { ...at, job_id: await jobOf('delivery') });
  const { change } = makeChangeCalls(dana);
  await change(1, { type: 'dump_and_return', day: inDays(0), unitAmount: 0 });
  await change(1, { type: 'relocate_on_site', day: inDays(0) });
  const unitDays = await listUnitDays(1);
  await insertRow('sites', 1, { kind: 'disposal', name: 'County landfill' });
  await insertRoute(1, {
    driverId: ben.id,
    stops: [
      { id: 11, type: 'dump_and_return', booking_id: 1, job_id: await jobOf('dump_and_return') },
      { id: 12, type: 'disposal', site_id: 1 },
      { id: 13, type: 'relocate_on_site', booking_id: 1, job_id: await jobOf('relocate_on_site') },
    ],
  });
  // What was sent for the changes.
  await sentSubjects();
  return { dana, ben, unit, unitDays };
}

async function jobOf(type: string): Promise<number> {
  const [job] = await rows<{ id: number }>('SELECT id FROM jobs WHERE type = ?', type);
  return job?.id ?? 0;
}

async function sentSubjects(): Promise<string[]> {
  const { ctx, mails } = makeTestContext();
  await processPendingRows(ctx, { includeRecent: true });
  return mails.map(({ subject }) => subject);
}

const TICKET = { stopId: 12, type: 'ticket', payload: { number: 'T-1', net: 2000, fee: 7000 } };
const fees = () => rows('SELECT booking_id AS booking, load_stop_id AS load FROM dump_fees');
const conflicts = () => rows('SELECT kind FROM driver_conflicts WHERE decided_at IS NULL');

async function expectUnchanged() {
  expect(await places()).toEqual([{ unit: day.unit, place: 'booking', at: 1 }]);
  expect(await bookingsNow()).toEqual([{ id: 1, status: 'confirmed', site: 'on_site' }]);
  expect(await listUnitDays(1)).toEqual(day.unitDays);
}

describe('a dump and return', () => {
  it('has its ticket before it is done, needs both photos, and leaves the unit with the booking', async () => {
    const { ben, dana } = day;
    expect(await sendForResults(ben, [{ stopId: 11, type: 'on_my_way' }])).toEqual(['applied']);
    expect(await sentSubjects()).toEqual([expect.stringContaining('our driver is on the way, about ')]);
    expect(await sendForResults(ben, [{ stopId: 11, type: 'arrived' }])).toEqual(['applied']);
    await uploadedPhoto(11, 'pickup_before', ben);
    await uploadedPhoto(12, 'ticket', ben);
    expect(await sendForResults(ben, [TICKET, { stopId: 12, type: 'done' }])).toEqual(['applied', 'applied']);
    expect([await fees(), await conflicts()]).toEqual([[{ booking: 1, load: 11 }], []]);
    expect(await sendActions(ben, [{ stopId: 11, type: 'done' }])).toMatchObject([
      { result: 'refused', missing: ['delivery_placement'] },
    ]);
    await uploadedPhoto(11, 'delivery_placement', ben);
    expect(await sendForResults(ben, [{ stopId: 11, type: 'done' }])).toEqual(['applied']);
    expect(await listJobsOf(1)).toContainEqual({ type: 'dump_and_return', day: inDays(0), status: 'done' });
    await expectUnchanged();
    expect([await fees(), await conflicts()]).toEqual([[{ booking: 1, load: 11 }], []]);
    expect(await sentSubjects()).toEqual([]);
    const { proposal } = await (await dana.send('GET', 'bookings/1/price-proposal')).json<PriceProposal>();
    expect(proposal).toMatchObject({ weight: 'fees', total: 32_500 + 7000 });
    const { moves } = await (await dana.send('GET', `calendar?from=${inDays(0)}&to=${inDays(0)}`)).json<
      ReplyOf<typeof getTruckCalendar>
    >();
    expect(moves.map(({ type, isDone }) => [type, isDone]).toSorted()).toEqual([
      ['dump_and_return', true],
      ['relocate_on_site', false],
    ]);
  });

  it('that was not begun has a ticket without a load, until it is done', async () => {
    const { ben } = day;
    expect(await sendForResults(ben, [TICKET])).toEqual(['applied']);
    expect([await fees(), await conflicts()]).toEqual([[], [{ kind: 'ticket_without_load' }]]);
    for (const type of ['pickup_before', 'delivery_placement']) await uploadedPhoto(11, type, ben);
    expect(await sendForResults(ben, [{ stopId: 11, type: 'done' }])).toEqual(['applied']);
    expect([await fees(), await conflicts()]).toEqual([[{ booking: 1, load: 11 }], []]);
  });
});

it('a relocation on site needs a photo, and leaves the unit with the booking', async () => {
  const { ben } = day;
  const { routes } = await (await ben.send('GET', 'driver/routes')).json<ReplyOf<typeof listDriverRoutes>>();
  expect(routes[0]?.stops.map(({ type, requiredItems }) => [type, requiredItems])).toEqual([
    ['dump_and_return', ['pickup_before', 'delivery_placement']],
    ['disposal', ['ticket']],
    ['relocate_on_site', ['delivery_placement']],
  ]);
  const done = { stopId: 13, type: 'done' };
  expect(await sendForResults(ben, [{ stopId: 13, type: 'on_my_way' }, done])).toEqual([
    'applied',
    'refused',
  ]);
  expect(await sentSubjects()).toEqual([expect.stringContaining('our driver is on the way, about ')]);
  await expectUnchanged();
  await uploadedPhoto(13, 'delivery_placement', ben);
  expect(await sendForResults(ben, [done])).toEqual(['applied']);
  expect((await stopsNow())[2]).toEqual({ id: 13, status: 'completed', outcome: 'done' });
  expect(await listJobsOf(1)).toContainEqual({ type: 'relocate_on_site', day: inDays(0), status: 'done' });
  await expectUnchanged();
  expect(await sentSubjects()).toEqual([]);
});
