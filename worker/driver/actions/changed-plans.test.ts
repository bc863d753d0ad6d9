import { beforeEach, describe, expect, it } from 'vitest';
import type { listDriverConflicts } from '#contract/driver-conflicts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import {
  bookingsNow,
  jobsNow,
  makeRouteDay,
  places,
  putPhoto,
  sendActions,
  sendForResults,
  stopsNow,
  uploadedPhoto,
} from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { jpeg } from '#worker/test/images.ts';
import { insertRental, listChanges, signIn } from '#worker/test/staff.ts';
import { cancelRow, takeOffRows } from '#worker/test/transitions.ts';
import { inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

type Conflicts = ReplyOf<typeof listDriverConflicts>;

describe('when the office has changed the plan', () => {
  it('facts of a removed stop are kept and shown as a conflict; its job is done all the same', async () => {
    const { ben, dana } = await makeRouteDay();
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
    await rows('UPDATE driver_routes SET removed_at = 5, version = version + 1 WHERE id = 1');
    await takeOffRows('id = 14');
    expect(
      await sendForResults(ben, [
        { stopId: 14, type: 'arrived' },
        { stopId: 14, type: 'done' },
      ]),
    ).toEqual(['applied', 'applied']);
    expect(await rows('SELECT status, outcome FROM driver_route_stops WHERE id = 14')).toEqual([
      { status: 'completed', outcome: 'conflict' },
    ]);
    expect((await jobsNow())[2]).toMatchObject({ status: 'done' });
    const texts = (await listChanges(dana, 3)).map(({ text }) => text);
    expect(texts).toContain("The driver recorded 'Arrived', but the route had been removed");
  });

  it('a delivery to a cancelled booking is done, and its pickup is due today', async () => {
    const { ben, units, numbers } = await makeRouteDay();
    await uploadedPhoto(11, 'delivery_placement', ben);
    await sendActions(ben, [{ stopId: 11, type: 'on_my_way' }]);
    await insertRow('jobs', 1, { id: 34, type: 'final_pickup', due_day: inDays(6) });
    await cancelRow(1);
    await rows('DELETE FROM dumpster_schedule WHERE booking_id = 1');
    const number = numbers[units[0] ?? 0];
    expect(
      await sendForResults(ben, [
        { stopId: 11, type: 'unit', payload: { number } },
        { stopId: 11, type: 'done' },
      ]),
    ).toEqual(['applied', 'applied']);
    expect((await stopsNow())[0]).toEqual({ id: 11, status: 'delivered', outcome: 'conflict' });
    expect(
      await rows('SELECT type, status, due_day AS day FROM jobs WHERE booking_id = 1 ORDER BY id'),
    ).toEqual([
      { type: 'delivery', status: 'done', day: inDays(0) },
      { type: 'final_pickup', status: 'open', day: inDays(0) },
    ]);
    expect((await bookingsNow())[0]).toMatchObject({ status: 'cancelled', site: 'on_site' });
    expect(await rows('SELECT dumpster_id AS unit FROM dumpster_schedule WHERE booking_id = 1')).toEqual([
      { unit: units[0] },
    ]);
    expect(await rows('SELECT kind FROM driver_conflicts')).toEqual([{ kind: 'job_cancelled' }]);
    expect((await places())[0]).toMatchObject({ place: 'booking', at: 1 });
  });

  const conflicts = () =>
    rows<{ kind: string; message: string }>(
      'SELECT kind, stop_id AS stop, booking_id AS booking, message FROM driver_conflicts ORDER BY id',
    );

  it('a ticket of a removed stop becomes the fee of its load, and the office is asked to check it', async () => {
    const { ben } = await makeRouteDay();
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
    await sendActions(ben, [{ stopId: 14, type: 'done' }]);
    await takeOffRows('id = 15');
    const ticket = { stopId: 15, type: 'ticket', payload: { number: 'T-1', net: 2000, fee: 7000 } };
    expect(await sendForResults(ben, [ticket, ticket])).toEqual(['applied', 'applied']);
    expect(await rows('SELECT booking_id AS booking FROM dump_fees')).toEqual([{ booking: 3 }]);
    expect(await conflicts()).toEqual([
      {
        kind: 'stop_removed',
        stop: 15,
        booking: 3,
        message: "Recorded 'Ticket T-1', but the stop had been taken off the route",
      },
    ]);
  });

  it('a ticket of a removed stop without a load has both conflicts', async () => {
    const { ben } = await makeRouteDay();
    await takeOffRows('id = 15');
    await sendActions(ben, [
      { stopId: 15, type: 'ticket', payload: { number: 'T-1', net: 2000, fee: 7000 } },
    ]);
    expect((await conflicts()).map(({ kind }) => kind)).toEqual(['stop_removed', 'ticket_without_load']);
  });

  it('a signature and a photo of a removed stop are kept and shown as a conflict', async () => {
    const { ben, dana } = await makeRouteDay();
    await sendActions(ben, [{ stopId: 11, type: 'arrived' }]);
    await takeOffRows('id = 11');
    const [photoId, placementId] = [crypto.randomUUID(), crypto.randomUUID()];
    const placement = () =>
      putPhoto(ben, jpeg(), { id: placementId, stopId: 11, type: 'delivery_placement' });
    expect([(await placement()).status, (await placement()).status]).toEqual([200, 200]);
    const [photo] = await conflicts();
    expect(photo).toEqual({
      kind: 'stop_removed',
      stop: 11,
      booking: 1,
      message: "Recorded 'Photo', but the stop had been taken off the route",
    });
    await putPhoto(ben, jpeg(), { id: photoId, stopId: 11, type: 'signature' });
    expect(await sendForResults(ben, [{ stopId: 11, type: 'signature', payload: { photoId } }])).toEqual([
      'applied',
    ]);
    expect((await conflicts()).map(({ message }) => message)).toEqual([
      photo?.message,
      "Recorded 'Signature', but the stop had been taken off the route",
    ]);
    expect(
      await rows('SELECT outcome, customer_signature AS signature FROM driver_route_stops WHERE id = 11'),
    ).toEqual([{ outcome: 'conflict', signature: `photos/${photoId}` }]);
    const texts = (await listChanges(dana, 1)).map(({ text }) => text);
    expect(texts).toContain("The driver recorded 'Photo', but the stop had been taken off the route");
  });

  it('photos of a removed stop without any action are one conflict for each driver, which staff resolve', async () => {
    const { ben, dana } = await makeRouteDay();
    const eve = await signIn('eve', 'driver');
    await insertRow('stop_publications', 11, { driver_id: eve.id });
    await takeOffRows('id = 11');
    const photo = { id: crypto.randomUUID(), stopId: 11, type: 'problem' };
    const again = await Promise.all([putPhoto(ben, jpeg(), photo), putPhoto(ben, jpeg(), photo)]);
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    await putPhoto(ben, jpeg(), { stopId: 11, type: 'problem' });
    await putPhoto(eve, jpeg(), { stopId: 11, type: 'problem' });
    expect((await stopsNow())[0]).toMatchObject({ outcome: 'conflict' });
    const text = "The driver recorded 'Photo', but the stop had been taken off the route";
    expect((await listChanges(dana, 1)).filter((entry) => entry.text === text)).toHaveLength(3);

    const open = async () => (await dana.send('GET', 'dispatch/conflicts')).json<Conflicts>();
    const [first, ...others] = await open();
    expect(first).toMatchObject({
      kind: 'stop_removed',
      driver: 'ben',
      stopId: 11,
      bookingId: 1,
      actionId: null,
      photoId: photo.id,
      message: "Recorded 'Photo', but the stop had been taken off the route",
    });
    expect(others).toMatchObject([{ driver: 'eve', stopId: 11 }]);
    const resolved = await dana.send('POST', `dispatch/conflicts/${first?.id}/resolve`);
    expect([resolved.status, await resolved.json()]).toMatchObject([200, { resolvedBy: 'dana' }]);
    await putPhoto(ben, jpeg(), { stopId: 11, type: 'problem' });
    expect((await open()).map(({ driver }) => driver)).toEqual(['eve']);
  });

  it('two drivers who complete one job: the second reads who was first, and nothing happens twice', async () => {
    const { ben } = await makeRouteDay();
    const eve = await signIn('eve', 'driver');
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
    await takeOffRows('id = 14');
    await insertRoute(2, {
      driverId: eve.id,
      stops: [{ id: 21, type: 'final_pickup', booking_id: 3, job_id: 33 }],
    });
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(21, type, eve);
    const both = await Promise.all([
      sendActions(ben, [{ stopId: 14, type: 'done' }]),
      sendActions(eve, [{ stopId: 21, type: 'done' }]),
    ]);
    const results = both.flat();
    expect(results.filter(({ result }) => result === 'applied').length).toBeGreaterThanOrEqual(1);
    for (const { result, reason } of results) {
      if (result === 'refused') expect(reason).toMatch(/^This pickup was completed by (ben|eve) already\./);
    }
    expect(await rows("SELECT count(*) AS count FROM history WHERE action = 'job_done'")).toEqual([
      { count: 1 },
    ]);
    expect(await rows('SELECT count(*) AS count FROM unit_locations WHERE job_id = 33')).toEqual([
      { count: 1 },
    ]);
  });
});

describe('a stop of tomorrow that is done today', () => {
  const tomorrow = inDays(1);
  const daysOf = (booking: number) =>
    rows(
      'SELECT dumpster_id AS unit, role, start_date AS start, end_date AS end FROM dumpster_schedule WHERE booking_id = ? ORDER BY id',
      booking,
    );

  /** The route of makeRouteDay(), on the day after. */
  async function makeRouteOfTomorrow() {
    const day = await makeRouteDay();
    await rows('UPDATE driver_routes SET date = ?, version = version + 1', tomorrow);
    await rows('UPDATE jobs SET due_day = ? WHERE id > 30', tomorrow);
    await rows('UPDATE bookings SET delivery_date = ?, version = version + 1 WHERE id = 1', tomorrow);
    await rows(
      "UPDATE dumpster_schedule SET start_date = ? WHERE booking_id = 1 OR role = 'exchange 1'",
      tomorrow,
    );
    return day;
  }

  async function deliver({ ben, units, numbers }: Awaited<ReturnType<typeof makeRouteDay>>) {
    await uploadedPhoto(11, 'delivery_placement', ben);
    const number = numbers[units[0] ?? 0];
    return sendForResults(ben, [
      { stopId: 11, type: 'on_my_way' },
      { stopId: 11, type: 'unit', payload: { number } },
      { stopId: 11, type: 'done' },
    ]);
  }

  it('a delivery: the unit is reserved from today on, and the booked days stay', async () => {
    const day = await makeRouteOfTomorrow();
    const [unit] = day.units;
    expect(await deliver(day)).toEqual(['applied', 'applied', 'applied']);
    expect(await daysOf(1)).toEqual([{ unit, role: 'first', start: inDays(0), end: inDays(6) }]);
    expect(await rows('SELECT status, due_day AS day FROM jobs WHERE id > 30 ORDER BY id')).toEqual([
      { status: 'done', day: inDays(0) },
      { status: 'planned', day: tomorrow },
      { status: 'planned', day: tomorrow },
    ]);
    expect(
      await rows(
        'SELECT delivery_date AS first, end_date AS last, status, site_status AS site FROM bookings WHERE id = 1',
      ),
    ).toEqual([{ first: tomorrow, last: inDays(6), status: 'confirmed', site: 'on_site' }]);
    expect((await places())[0]).toEqual({ unit, place: 'booking', at: 1 });
    expect((await stopsNow()).map(({ status }) => status)).toEqual([
      'delivered',
      ...Array(4).fill('pending'),
    ]);
  });

  it('a delivery of a unit that another booking has until today keeps its days', async () => {
    const day = await makeRouteOfTomorrow();
    const [unit = 0] = day.units;
    await insertRental(4, { startsIn: -6, unit });
    expect(await deliver(day)).toEqual(['applied', 'applied', 'applied']);
    expect(await daysOf(1)).toMatchObject([{ unit, start: tomorrow }]);
    expect((await places())[0]).toEqual({ unit, place: 'booking', at: 1 });
  });

  it('an exchange: the new unit has its days from today on, and the e-mail names both units', async () => {
    const { ben, units, numbers } = await makeRouteOfTomorrow();
    const [, former = 0, brought = 0] = units;
    for (const type of ['pickup_before', 'delivery_placement']) await uploadedPhoto(12, type, ben);
    const unit = (id: number, direction: string) => ({
      stopId: 12,
      type: 'unit',
      payload: { number: numbers[id], direction },
    });
    const done = { stopId: 12, type: 'done' };
    expect(await sendForResults(ben, [unit(brought, 'brought'), unit(former, 'collected'), done])).toEqual(
      Array(3).fill('applied'),
    );
    expect(await daysOf(2)).toMatchObject([
      { unit: former, role: 'first' },
      { unit: brought, role: 'exchange 1', start: inDays(0) },
    ]);
    expect((await places()).slice(1, 3)).toEqual([
      { unit: former, place: 'truck', at: 1 },
      { unit: brought, place: 'booking', at: 2 },
    ]);
    const { ctx, mails } = makeTestContext();
    await processPendingRows(ctx, { includeRecent: true });
    const mail = mails.find(({ subject }) => subject.includes('was exchanged'));
    for (const id of [former, brought]) expect(mail?.text).toContain(`#${numbers[id]}`);
  });
});
