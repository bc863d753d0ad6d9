import { beforeEach, expect, it } from 'vitest';
import { errorOf } from '#worker/test/http.ts';
import { insertRental, listChanges, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, rows, startOver } from '#worker/test/world.ts';

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
  expect([reply.status, await errorOf(reply)]).toMatchObject([
    409,
    { code: 'conflict', message: 'This booking has no dumpster. The flag goes by itself once it has one.' },
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
    const { code, issues } = await errorOf(reply);
    expect([code, issues?.map(({ path }) => path)]).toEqual(['invalid', ['needsAttention']]);
    expect(await flags()).toEqual([{ flag: null, version: 1 }]);
  },
);
