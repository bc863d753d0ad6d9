import { beforeEach, expect, it } from 'vitest';
import type { PaletteMatches } from '#contract/palette.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { addUnits, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
});

async function find(q: string): Promise<PaletteMatches> {
  const reply = await dana.send('GET', `palette?q=${encodeURIComponent(q)}`);
  expect(reply.status).toBe(200);
  return reply.json<PaletteMatches>();
}

it('finds bookings by number, name, phone and address, with the number first', async () => {
  const ada = { first_name: 'Ada', last_name: 'Quill', phone: '5558675309', address: '12 Quarry Road' };
  await insertRental(2, { ...ada, startsIn: 1 });
  await insertRental(29, { startsIn: 5, address: '2 Elm Street' });
  for (const q of ['quill', 'Ada Qu', '867-53', '(555) 867', '12 quarry']) {
    expect(
      (await find(q)).bookings.map(({ id }) => id),
      q,
    ).toEqual([2]);
  }
  for (const q of ['2', '#2', '29']) expect((await find(q)).bookings[0]?.id, q).toBe(q === '29' ? 29 : 2);
  const [booking] = (await find('quill')).bookings;
  expect(booking).toMatchObject({ firstName: 'Ada', lastName: 'Quill', city: expect.any(String) });
  expect(Object.keys(booking ?? {})).not.toContain('internalNotes');
});

it('finds clients and units; at most six of each, and nothing for nonsense', async () => {
  await addUnits(8);
  for (let n = 1; n <= 8; n += 1) {
    await insertRental(n, { startsIn: n, last_name: 'Moss', email: `moss${n}@example.com` });
  }
  const { bookings, clients, units } = await find('moss');
  expect([bookings.length, clients.length, units.length]).toEqual([6, 6, 0]);
  expect((await find('15-yard-')).units.map(({ dumpsterNumber }) => dumpsterNumber)).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => `15-yard-${n}`),
  );
  expect((await find('ard-8')).units.map(({ dumpsterType }) => dumpsterType)).toEqual(['15-Yard']);
  expect(await find('"zzz% OR _')).toEqual({ bookings: [], clients: [], units: [] });
});

it('refuses an empty text', async () => {
  expect((await dana.send('GET', 'palette?q=%20')).status).toBe(400);
  expect((await dana.send('GET', 'palette')).status).toBe(400);
});
