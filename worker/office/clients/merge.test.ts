import { beforeEach, expect, it } from 'vitest';
import type { Client, ClientWithKeys } from '#contract/clients.ts';
import { insertRow } from '#worker/test/builders.ts';
import { signIn } from '#worker/test/staff.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import { rows, startOver } from '#worker/test/world.ts';

const ADA = 'ada@x.com';
const WORK = 'ada@work.example';
const PHONE = '5550100199';
type User = Awaited<ReturnType<typeof signIn>>;
let viewer: User;
let dispatcher: User;
beforeEach(async () => {
  await startOver();
  [viewer, dispatcher] = [await signIn('vera', 'view_only'), await signIn('otto', 'dispatcher')];
  await insertRow('bookings', 1, { email: ADA, delivery_date: '2026-02-01', last_name: 'Private' });
  await insertRow('bookings', 2, { email: WORK, delivery_date: '2026-03-01', last_name: 'Office' });
  await insertRow('bookings', 3, { email: null, phone: '(555) 010-0199', delivery_date: '2026-01-01' });
});
const post = (kind: 'merge' | 'separate', [key = '', other]: string[], user = dispatcher) =>
  user.send('POST', `clients/${encodeURIComponent(key)}/${kind}`, { key: other });
const merge = (...pair: string[]) => post('merge', pair);
const separate = (...pair: string[]) => post('separate', pair);
const read = async (key: string) =>
  (await viewer.send('GET', `clients/${encodeURIComponent(key)}`)).json<ClientWithKeys>();
const keys = async (query = '') =>
  (await (await viewer.send('GET', `clients${query}`)).json<Client[]>()).map(({ key }) => key);

it('two clients are merged under one key, found by any of them, and separated', async () => {
  expect((await merge(ADA, ' Ada@WORK.example')).status).toBe(200);
  expect((await merge(ADA, '(555) 010-0199')).status).toBe(200);
  for (const key of [ADA, WORK, PHONE]) {
    expect(await read(key)).toMatchObject({
      key: ADA,
      email: ADA,
      lastName: 'Office',
      totalBookings: 3,
      firstBookingDate: '2026-01-01',
      mergedKeys: [{ key: PHONE, mergedBy: 'otto' }, { key: WORK }],
    });
    const bookings = await viewer.send('GET', `clients/${encodeURIComponent(key)}/bookings`);
    expect((await bookings.json<{ id: number }[]>()).map(({ id }) => id)).toEqual([2, 1, 3]);
  }
  expect([await keys(), await keys('?search=work.ex'), await keys('?search=0100199')]).toEqual([
    [ADA],
    [ADA],
    [ADA],
  ]);
  // A later booking with a merged address belongs to the client, too.
  await insertRow('bookings', 4, { email: WORK, delivery_date: '2026-04-01' });
  expect((await read(ADA)).totalBookings).toBe(4);
  await expectExactSummaries({ pieces: ['ada@', 'work', '5550100199'], beginnings: ['ada', '555'] });

  expect((await separate(ADA, WORK)).status).toBe(204);
  expect((await separate(ADA, WORK)).status).toBe(204);
  expect(await keys()).toEqual([WORK, ADA]);
  expect((await read(WORK)).totalBookings).toBe(2);
  expect(await keys('?search=work.ex')).toEqual([WORK]);
  await expectExactSummaries({ pieces: ['ada@', 'work', '5550100199'], beginnings: ['ada', '555'] });
  expect(await (await viewer.send('GET', 'bookings/1/history')).text()).toContain(
    'Client merged with the client of booking #2',
  );
  const history = await (await viewer.send('GET', 'bookings/4/history')).text();
  expect(history).toContain('Client separated from the client of booking #1');
});

it('two clients are merged once by two people, in either direction, and without a chain', async () => {
  const replies = await Promise.all([merge(ADA, WORK), merge(WORK, ADA), merge(ADA, WORK)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await rows('SELECT count(*) AS n FROM client_aliases')).toEqual([{ n: 1 }]);
  const { key } = await read(ADA);
  expect((await merge(PHONE, key === ADA ? WORK : ADA)).status).toBe(200);
  expect((await read(ADA)).mergedKeys.map((merged) => merged.key).sort()).toEqual([WORK, ADA].sort());
  expect((await read(WORK)).key).toBe(PHONE);
  for (const pair of [
    ['new@x.com', ADA],
    [PHONE, 'new@x.com'],
    ['new@x.com', 'new@x.com'],
  ]) {
    const chain = rows('INSERT INTO client_aliases VALUES (?, ?, 1, NULL)', ...pair);
    await expect(chain).rejects.toThrow(/client_(alias_chain|is_its_own)/);
  }
  await expect(rows(`UPDATE client_aliases SET client_key = alias_key`)).rejects.toThrow('its_own_alias');
});

it('two clients stay as they are for the same client, an unknown one, and without the right', async () => {
  const statuses = async (...calls: Promise<Response>[]) =>
    (await Promise.all(calls)).map(({ status }) => status);
  expect(
    await statuses(
      merge(ADA, 'ADA@x.com'),
      merge(ADA, 'unknown@x.com'),
      merge('unknown@x.com', ADA),
      post('merge', [ADA, WORK], viewer),
      post('separate', [ADA, WORK], viewer),
    ),
  ).toEqual([409, 404, 404, 403, 403]);
  await merge(ADA, WORK);
  expect((await separate(PHONE, WORK)).status).toBe(409);
  expect(await keys()).toEqual([ADA, PHONE]);
});
