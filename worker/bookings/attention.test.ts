import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { ATTENTION_REASONS } from '#domain/rental/bookings.ts';
import { addDays } from '#domain/shared/days.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { syncOpenCheckouts } from '#worker/checkout/tasks.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { ip, KEY } from '#worker/test/checkouts.ts';
import { readError } from '#worker/test/http.ts';
import { insertRental, listChanges, listUnitIds, signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  inDays,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
});

const MISMATCH = { needs_attention: 'payment_mismatch' };
const clear = (ifMatch?: string) =>
  dana.send('PATCH', 'bookings/1/attention', { needsAttention: null, ...(ifMatch && { ifMatch }) });
const flags = () => rows('SELECT needs_attention AS flag, version FROM bookings');
const history = () => listChanges(dana, 1);

it('a checked payment is no longer flagged, and the history says who checked it', async () => {
  await addUnits(1);
  const [unit = 0] = await listUnitIds();
  await insertRental(1, { ...MISMATCH, unit });
  const reply = await clear('"1"');
  expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"2"']);
  expect(await reply.json()).toMatchObject({ id: 1, needsAttention: null, dumpsterId: unit });
  expect(await history()).toMatchObject([
    {
      action: 'changed',
      changedBy: 'dana',
      before: { needsAttention: 'payment_mismatch' },
      after: { needsAttention: null },
    },
  ]);
});

it('a missing unit is flagged after the payment flag is cleared, and only a move clears it', async () => {
  await insertRental(1, MISMATCH);
  expect(await (await clear()).json()).toMatchObject({ needsAttention: 'no_unit' });
  expect(await history()).toMatchObject([{ after: { needsAttention: 'no_unit' } }]);
  const reply = await clear();
  expect([reply.status, await readError(reply)]).toMatchObject([
    409,
    { code: 'conflict', message: 'This booking has no unit. The flag is removed when it has one.' },
  ]);
  await addUnits(1);
  const [unit = 0] = await listUnitIds();
  const moved = await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: unit });
  expect(await moved.json()).toMatchObject({ needsAttention: null });
});

it('a unit for only a part of the days counts as missing', async () => {
  await addUnits(1);
  const [unit = 0] = await listUnitIds();
  await insertRental(1, { ...MISMATCH, startsIn: -2, unit });
  await dana.send('PATCH', 'bookings/1/status', { status: 'completed' });
  await insertRental(2, { startsIn: 1, unit });
  await dana.send('PATCH', 'bookings/1/status', { status: 'confirmed' });
  expect(await (await clear()).json()).toMatchObject({ needsAttention: 'no_unit' });
});

it.each([
  { why: 'is cancelled', rental: { status: 'cancelled' } },
  { why: 'is past', rental: { startsIn: -30 } },
])('a rental that $why does not need a unit', async ({ rental }) => {
  await insertRental(1, { ...MISMATCH, ...rental });
  expect(await (await clear()).json()).toMatchObject({ needsAttention: null });
});

it('without a flag, nothing changes and the history has no entry', async () => {
  await insertRental(1);
  const reply = await clear('"1"');
  expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"1"']);
  expect(await history()).toEqual([]);
});

it('a change of an older version gets the name of the user who was first', async () => {
  await insertRental(1, MISMATCH);
  const lee = await signIn('lee', 'admin');
  await lee.send('PATCH', 'bookings/1/final-price', { finalPrice: 60_000 });
  const reply = await clear('"1"');
  expect([reply.status, await reply.json()]).toMatchObject([
    409,
    { code: 'stale', changedBy: 'lee', changed: ['finalPrice'] },
  ]);
  expect(await flags()).toEqual([{ flag: 'payment_mismatch', version: 2 }]);
});

it.each([[{}], [{ needsAttention: 'no_unit' }], [{ needsAttention: 'payment_mismatch' }]])(
  'no flag can be set: %j',
  async (body) => {
    await insertRental(1);
    const reply = await dana.send('PATCH', 'bookings/1/attention', body);
    const { code, issues } = await readError(reply);
    expect([code, issues?.map(({ path }) => path)]).toEqual(['invalid', ['needsAttention']]);
    expect(await flags()).toEqual([{ flag: null, version: 1 }]);
  },
);

describe('several reasons', () => {
  const flag = async () => (await flags())[0]?.flag;

  it('are listed in replies, the most urgent first, and each matches the filter', async () => {
    await insertRental(1);
    await insertRental(2);
    for (const reason of ['permit', 'no_unit', 'payment_mismatch'])
      await insertRow('attention', 1, { reason });
    const read = await (await dana.send('GET', 'bookings/1')).json();
    const attention = ['payment_mismatch', 'no_unit', 'permit'];
    expect(read).toMatchObject({ attention, needsAttention: 'payment_mismatch' });
    for (const reason of attention) {
      const found = await (await dana.send('GET', `bookings?needsAttention=${reason}`)).json<
        { id: number }[]
      >();
      expect(found.map(({ id }) => id)).toEqual([1]);
    }
    expect(await (await dana.send('GET', 'bookings?needsAttention=attempted')).json()).toEqual([]);
    expect((await dana.send('GET', 'bookings?needsAttention=other')).status).toBe(400);
  });

  it('have the order of the domain in the triggers', async () => {
    await insertRental(1);
    for (const reason of ATTENTION_REASONS.toReversed()) {
      await insertRow('attention', 1, { reason });
      expect(await flag()).toBe(reason);
    }
    for (const [index, reason] of ATTENTION_REASONS.entries()) {
      expect(await flag()).toBe(reason);
      await rows('DELETE FROM attention WHERE reason = ?', reason);
      expect(await flag()).toBe(ATTENTION_REASONS[index + 1] ?? null);
    }
  });
});

describe('a street permit', () => {
  const STREET = { placement_type: 'street', zone: 'city' };
  const streetRule = {
    permitBy: 'business',
    leadDays: 2,
    feeItem: null,
    text: 'The city needs a week.',
  } as const;
  const zones = [{ id: 'city', name: 'City', surcharge: 0, streetRule }];
  const update = (body: object, ifMatch = '"1"', id = 1) =>
    dana.send('PATCH', `bookings/${id}`, { ...body, ...(ifMatch && { ifMatch }) });
  /** The id of a paid booking of a street placement, as the checkout stores it. */
  async function bookStreet(): Promise<number> {
    await publishCard({ area: { mode: 'everywhere', zones } }, { zoneZips: { city: ['12207'] } });
    await addUnits(1);
    const { ctx } = makeTestContext();
    const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
    const card = "(SELECT id FROM rate_cards WHERE status = 'published')";
    await rows("UPDATE checkout_revisions SET placement_type = 'street', zone = 'city'");
    await rows(`UPDATE checkouts SET rate_card_id = ${card}`);
    await pay(clientSecret);
    await syncOpenCheckouts(ctx, { isForced: true });
    await rows(`UPDATE bookings SET placement_type = 'street', zone = 'city', rate_card_id = ${card}`);
    const [booking] = await rows<{ id: number }>('SELECT id FROM bookings');
    return booking?.id ?? 0;
  }

  it('is flagged from the payment until staff enter one that is valid on the pickup day', async () => {
    const id = await bookStreet();
    const before = await (await dana.send('GET', `bookings/${id}`)).json<Booking>();
    expect(before).toMatchObject({ attention: ['permit'], permitNumber: null, permitExpires: null });
    const early = { permitNumber: 'P-77', permitExpires: addDays(before.pickupDay, -1) };
    const flagged = await (await update(early, '"1"', id)).json();
    expect(flagged).toMatchObject({ attention: ['permit'], permitNumber: 'P-77', version: 2 });
    const clearing = await dana.send('PATCH', `bookings/${id}/attention`, { needsAttention: null });
    expect(await readError(clearing)).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('permit'),
    });
    const valid = await update({ permitExpires: before.pickupDay }, '"2"', id);
    expect(valid.headers.get('ETag')).toBe('"3"');
    expect(await valid.json()).toMatchObject({ attention: [], needsAttention: null, permitNumber: 'P-77' });
    const removed = await update({ permitNumber: null }, '"3"', id);
    expect(await removed.json()).toMatchObject({ attention: ['permit'] });
    expect((await listChanges(dana, id)).slice(0, 3)).toMatchObject([
      { before: { permitNumber: 'P-77' }, after: { permitNumber: null } },
      { changedBy: 'dana', after: { permitExpires: before.pickupDay } },
      { before: { permitNumber: null, permitExpires: null }, after: { permitNumber: 'P-77' } },
    ]);
  });

  it('of a cancelled booking is not needed; it is when the booking is reopened', async () => {
    const id = await bookStreet();
    const set = async (status: string) =>
      (await dana.send('PATCH', `bookings/${id}/status`, { status })).json();
    expect(await set('cancelled')).toMatchObject({ attention: [] });
    expect(await set('confirmed')).toMatchObject({ attention: ['permit'] });
  });

  it('is not needed on private property or in a zone without a rule', async () => {
    await insertRental(1);
    await insertRental(2, { ...STREET, status: 'cancelled' });
    for (const id of [1, 2]) {
      const reply = await dana.send('PATCH', `bookings/${id}`, { permitNumber: 'P-1', ifMatch: '"1"' });
      expect(await reply.json()).toMatchObject({ attention: [], permitNumber: 'P-1' });
    }
  });

  it('is changed only with If-Match, the current version, a known field and the right to', async () => {
    await insertRental(1);
    const missing = await update({ permitNumber: 'P-1' }, '');
    expect([missing.status, (await readError(missing)).issues]).toMatchObject([400, [{ path: 'If-Match' }]]);
    expect((await update({ permitNumber: 'P-1' }, '"7"')).status).toBe(409);
    for (const body of [
      {},
      { permitNumber: ' ' },
      { permitExpires: '2026-13-01' },
      { firstName: ' ' },
      { eve: 1 },
    ]) {
      expect((await update(body)).status).toBe(400);
    }
    const lee = await signIn('lee', 'view_only');
    expect((await lee.send('PATCH', 'bookings/1', { permitNumber: 'P-1', ifMatch: '"1"' })).status).toBe(403);
    expect(await flags()).toEqual([{ flag: null, version: 1 }]);
  });
});

it('a unit that comes back ends no waiting for another unit, which its booking had before an exchange', async () => {
  await addUnits(2);
  const [unit = 0, other = 0] = await listUnitIds();
  await insertRental(2, { startsIn: 2, unit });
  await insertRental(3, { startsIn: -8, unit });
  await insertRental(4, { startsIn: -30, unit });
  for (const [id, booking_id, type, status] of [
    [30, 3, 'delivery', 'done'],
    [31, 3, 'final_pickup', 'open'],
    [40, 4, 'delivery', 'done'],
    [41, 4, 'exchange', 'done'],
    [42, 4, 'final_pickup', 'open'],
  ] as const)
    await insertRow('jobs', 1, { id, booking_id, type, status, due_day: inDays(-1) });
  await insertRow('dumpster_schedule', 9, {
    id: 90,
    booking_id: 4,
    dumpster_id: other,
    role: 'exchange 1',
    start_date: inDays(-24),
    end_date: inDays(-20),
  });
  await insertRow('attention', 2, { booking_id: 2, reason: 'unit_not_back' });
  const flags = () => rows("SELECT booking_id AS booking FROM attention WHERE reason = 'unit_not_back'");
  const pickUp = (id: number) => rows("UPDATE jobs SET status = 'done' WHERE id = ?", id);
  await pickUp(42);
  expect(await flags()).toEqual([{ booking: 2 }]);
  await pickUp(31);
  expect(await flags()).toEqual([]);
});
