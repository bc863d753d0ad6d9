import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { makeItem } from '#domain/test/rate-cards.ts';
import { bookRental, listJobsOf, listUnitDays, makeChangeCalls } from '#worker/test/changes.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { makeCustomer, publishFirm } from '#worker/test/prices.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let { preview, change, refused, codes, texts, call } = {} as ReturnType<typeof makeChangeCalls>;
let units: number[] = [];

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  ({ preview, change, refused, codes, texts, call } = makeChangeCalls(dana));
  await addUnits(2);
  units = await listUnitIds();
});

/** Without a charge: the seeded rate card has no price for it. */
const emptied = (day: number, more = {}) => ({
  type: 'dump_and_return',
  day: inDays(day),
  unitAmount: 0,
  ...more,
});
const moved = (day: number, more = {}) => ({ type: 'relocate_on_site', day: inDays(day), ...more });

/** Delivered two days ago; the pickup is in four days. */
const bookDelivered = () => bookRental(1, -2, { unit: units[0] ?? 0, isDelivered: true });
const findJobOf = async (type: string) => {
  const [job] = await rows<{ id: number; version: number }>(
    'SELECT id, version FROM jobs WHERE type = ? ORDER BY id DESC LIMIT 1',
    type,
  );
  if (!job) throw new Error(`There is no ${type}`);
  return job;
};
const remove = ({ id }: { id: number }, more = {}) => ({ type: 'remove_job', jobId: id, ...more });

describe.each([
  ['dump_and_return', emptied, 'Dump and return'],
  ['relocate_on_site', moved, 'Relocation'],
] as const)('a %s', (type, input, label) => {
  it('is added at its time of day, and keeps the days and the unit', async () => {
    await bookDelivered();
    const before = await listUnitDays(1);
    expect(await preview(1, input(2))).toMatchObject({ allowed: true, lines: [], difference: 0 });
    const { notified } = await change(1, input(2, { timeWindow: 'morning' }));
    expect(notified).toBe(true);
    expect(await listUnitDays(1)).toEqual(before);
    expect(await listJobsOf(1)).toContainEqual({ type, day: inDays(2), status: 'open' });
    expect(await rows('SELECT time_window AS due FROM jobs WHERE type = ?', type)).toEqual([
      { due: 'morning' },
    ]);
    expect((await texts(1))[0]).toContain(`${label} day: `);
  });

  it('is refused outside of the rental, before the delivery, and twice on a day', async () => {
    await bookDelivered();
    expect(await codes(1, input(-1))).toEqual(['past_day']);
    expect(await codes(1, input(5))).toEqual(['outside_rental']);
    await change(1, input(2));
    expect(await codes(1, input(2))).toEqual(['unchanged']);
    await change(1, input(3));
    await bookRental(2, 2, { unit: units[1] ?? 0 });
    expect(await codes(2, input(3))).toEqual(['not_delivered']);
  });

  it('is removed alone, by a double tap once, and not restored with its booking', async () => {
    await bookDelivered();
    await change(1, input(2));
    const job = await findJobOf(type);
    const { previewToken } = await preview(1, remove(job));
    const tap = () => call(1, { ...remove(job), preview: false, previewToken });
    expect((await Promise.all([tap(), tap()])).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await codes(1, remove(job))).toEqual(['job_stays']);
    expect(await listJobsOf(1)).toContainEqual({ type, day: inDays(2), status: 'cancelled' });
    const named = (await texts(1)).filter((text) => text.startsWith(label));
    expect(named).toEqual([
      expect.stringMatching(/ on .* removed/),
      expect.stringContaining(`${label} day: `),
    ]);
    expect(await rows("SELECT count(*) AS count FROM outbox WHERE kind = 'booking-changed'")).toEqual([
      { count: 2 },
    ]);
    await change(1, input(2));
    expect((await listJobsOf(1)).filter((one) => one.type === type)).toHaveLength(2);
  });

  it('that is still to come is cancelled by a completion, and has its day again when that is undone', async () => {
    await bookDelivered();
    await change(1, input(2));
    for (const [to, status] of [
      ['completed', 'cancelled'],
      ['confirmed', 'open'],
    ] as const) {
      const { version } = await (await dana.send('GET', 'bookings/1')).json<{ version: number }>();
      const reply = await dana.send('PATCH', 'bookings/1/status', { ifMatch: `"${version}"`, status: to });
      expect(reply.status).toBe(200);
      expect(await listJobsOf(1)).toContainEqual({ type, day: inDays(2), status });
    }
  });

  it('is marked done on its day, and the unit stays on site', async () => {
    await bookDelivered();
    await change(1, input(0));
    const { id } = await findJobOf(type);
    expect((await dana.send('POST', `jobs/${id}/done`)).status).toBe(200);
    expect(await codes(1, remove(await findJobOf(type)))).toEqual(['job_stays']);
    expect(await rows('SELECT status, site_status AS site FROM bookings WHERE id = 1')).toMatchObject([
      { site: 'on_site' },
    ]);
  });
});

it('a rental cannot be shortened to before a job that staff added, until it is removed', async () => {
  await bookDelivered();
  await change(1, emptied(3));
  expect(await codes(1, { type: 'shorten', endDate: inDays(1) })).toEqual(['outside_rental']);
  await change(1, remove(await findJobOf('dump_and_return')));
  await change(1, { type: 'shorten', endDate: inDays(1) });
});

it('a job that staff added is a truck move of its day', async () => {
  await publishFirm({ calendar: { ...FIRST_RATE_CARD.calendar, maxTruckMovesPerDay: 1 } });
  await bookDelivered();
  await change(1, emptied(2));
  await bookRental(2, -2, { unit: units[1] ?? 0, isDelivered: true });
  expect(await codes(2, moved(2))).toEqual(['full']);
  expect(await codes(1, moved(2))).toEqual(['full']);
  await change(1, remove(await findJobOf('dump_and_return')));
  await change(2, moved(2));
});

it('a job is sent once: the same preview cannot be used again', async () => {
  await bookDelivered();
  const { previewToken } = await preview(1, emptied(2));
  const send = () => call(1, { ...emptied(2), preview: false, previewToken });
  const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  expect((await listJobsOf(1)).filter(({ type }) => type === 'dump_and_return')).toHaveLength(1);
});

it('a charge item is a line of the price, and an unknown one is refused', async () => {
  await publishFirm({ chargeItems: [makeItem({ id: 'trip', name: 'Extra trip', unitPrice: 9_000 })] });
  const { open, payFor } = makeCustomer({ deliveryDate: inDays(0) });
  const id = Number((await payFor(await open())).id);
  await rows("UPDATE jobs SET status = 'done' WHERE type = 'delivery'");
  const { lines, rateCard } = await preview(id, emptied(2, { itemId: 'trip', unitAmount: undefined }));
  expect([lines[0], rateCard]).toMatchObject([
    { type: 'item', label: 'Extra trip', amount: 9_000 },
    'booking',
  ]);
  const unknown = await call(id, { ...emptied(2, { itemId: 'sofa' }), preview: true });
  expect(await unknown.json()).toMatchObject({ code: 'invalid', issues: [{ path: 'itemId' }] });
  await change(id, emptied(2, { itemId: 'trip', unitAmount: undefined }));
  expect(await rows('SELECT type, item_id AS item FROM price_additions')).toEqual([
    { type: 'item', item: 'trip' },
  ]);
});

it('a planned job that is removed leaves its route; one that is in progress cannot be removed', async () => {
  await bookDelivered();
  await change(1, emptied(0));
  const { id } = await findJobOf('dump_and_return');
  const ben = await signIn('ben', 'driver');
  await insertRoute(1, {
    driverId: ben.id,
    stops: [{ id: 11, type: 'dump_and_return', booking_id: 1, job_id: id }],
  });
  await rows("UPDATE jobs SET status = 'in_progress' WHERE id = ?", id);
  const [reason] = await refused(1, remove({ id }));
  expect(reason?.message).toContain('Call the driver');
  await rows("UPDATE jobs SET status = 'planned' WHERE id = ?", id);
  await change(1, remove({ id }));
  expect(
    await rows('SELECT removed_at IS NOT NULL AS removed FROM driver_route_stops WHERE id = 11'),
  ).toEqual([{ removed: 1 }]);
  expect(await codes(1, remove(await findJobOf('final_pickup')))).toEqual(['job_stays']);
});
