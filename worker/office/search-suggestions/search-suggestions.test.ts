import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#contract/clients.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { inDays, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
  for (const [index, [first_name = '', last_name = '', address = '', city = '']] of BOOKINGS.entries()) {
    const email = `${last_name.toLowerCase().replace(/\W/g, '')}@example.com`;
    const phone = `518555${1001 + index}`;
    await insertRental(index + 1, {
      startsIn: index + 1,
      first_name,
      last_name,
      email,
      phone,
      address,
      city,
    });
  }
});

const BOOKINGS = [
  ['Ngozi', 'Okafor', '2 Elm Street', 'Albany'],
  ['Piotr', 'Jankowski', '17 Mill Lane', 'Schenectady'],
  ['Karla', 'Fontane', '40 Quarry Road', 'Albany'],
  ['Zoë', "O'Brien", '102 Elm Street', 'Troy'],
  ['Carla', 'Moss', '9 Elm Court', 'Albany'],
];

async function get<T>(path: string): Promise<T> {
  const reply = await dana.send('GET', path);
  expect(reply.status, path).toBe(200);
  return reply.json<T>();
}
const q = encodeURIComponent;
const suggest = (text: string, list = 'bookings') =>
  get<string[]>(`search-suggestions?list=${list}&q=${q(text)}`);
const search = async (text: string) =>
  (await get<Booking[]>(`bookings?search=${q(text)}`)).map(({ id }) => id);
const find = async (text: string) => get<Client[]>(`client-matches?q=${q(text)}`);

describe('a search that finds nothing', () => {
  it.each([
    ['Okaffor', ['Okafor']],
    ['okafro', ['Okafor']],
    ['Ukafor', ['Okafor']],
    ['Jankowsky', ['Jankowski']],
    ['jankovsky', ['Jankowski']],
    ['carla fontain', ['Karla Fontane']],
    ['Fontain', ['Fontane']],
    ["O'Brian", ["O'Brien"]],
    ['zoeh', ['Zoë']],
    ['okaffor@example.com', ['Okafor@example.com']],
    ['Okaffor 12345', []],
    ['zzz', []],
    ['💥 "* OR', []],
    ['12', []],
  ])('for %j suggests %j', async (text, expected) => {
    for (const list of ['bookings', 'clients']) {
      const found = await suggest(text, list);
      expect(found.map((each) => each.toLowerCase())).toEqual(expected.map((each) => each.toLowerCase()));
    }
  });

  it('also corrects the words of addresses, beside a number and a day', async () => {
    expect(await suggest('17 Mlil Lane')).toEqual(['17 Mill Lane']);
    expect(await suggest('Schenectedy 17')).toEqual(['Schenectady 17']);
    expect(await suggest('17 Mlil Lane', 'clients')).toEqual([]);
    const day = formatDay(inDays(1)).replace(/,.*/, '');
    expect(await suggest(`Okaffor ${day}`)).toEqual([`Okafor ${day}`]);
  });

  it('suggests only what the list finds, for any mistake in a name', async () => {
    const names = ['Okafor', 'Jankowski', 'Fontane', 'Schenectady'];
    const mistake = fc.record({
      name: fc.constantFrom(...names),
      place: fc.nat({ max: 5 }),
      character: fc.constantFrom(...'bcfhjqvwxyz'),
      kind: fc.constantFrom('insert', 'delete', 'replace', 'exchange'),
    });
    await fc.assert(
      fc.asyncProperty(mistake, async ({ name, place, character, kind }) => {
        const [before, after] = [name.slice(0, place), name.slice(place)];
        const typed = {
          insert: before + character + after,
          delete: before + after.slice(1),
          replace: before + character + after.slice(1),
          exchange: `${before}${after[1] ?? ''}${after[0] ?? ''}${after.slice(2)}`,
        }[kind];
        if ((await search(typed)).length > 0) return;
        const suggested = await suggest(typed);
        expect(suggested.map((each) => each.toLowerCase())).toContain(name.toLowerCase());
        for (const each of suggested) expect(await search(each), each).not.toEqual([]);
      }),
      randomRuns({ sample: 25, long: 1000 }),
    );
  });

  it('answers every text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
        const reply = await dana.send('GET', `search-suggestions?list=clients&q=${q(text)}`);
        expect([200, 400]).toContain(reply.status);
      }),
      randomRuns({ sample: 40, long: 2000 }),
    );
  });
});

describe('the clients for an order by phone', () => {
  it('are found by an address they booked for, with that address', async () => {
    await insertRental(6, {
      startsIn: 60,
      first_name: 'Ngozi',
      last_name: 'Okafor',
      email: 'okafor@example.com',
      address: '77 Harbor Way',
      city: 'Troy',
      phone: '5185551001',
    });
    expect((await find('okafor')).map(({ address }) => address)).toEqual(['77 Harbor Way']);
    for (const text of ['2 elm st', 'elm st 2', 'okafor elm', '2 elm street albany']) {
      const [client] = await find(text);
      expect(client, text).toMatchObject({ lastName: 'Okafor', address: '2 Elm Street', city: 'Albany' });
    }
    expect((await find('fontane')).map(({ key }) => key)).toEqual(['fontane@example.com']);
    expect(await find('Unknown Person')).toEqual([]);
  });

  it('are not found by notes, statuses and sizes, which can be names', async () => {
    await insertRental(7, { startsIn: 7, notes: 'Ask for Greenwood at the gate' });
    for (const text of ['greenwood', 'yard', 'pending', 'confirmed'])
      expect(await find(text), text).toEqual([]);
  });
});

it("finds the same by '2 Elm' and 'elm 2', in list, palette and finder", async () => {
  const number = fc.constantFrom('2', '9', '17', '40', '102', '4', '1');
  const word = fc.constantFrom('Elm', 'elm', 'Mill', 'Quarry', 'Street', 'Lane', 'okafor', 'oBr', 'lm');
  await fc.assert(
    fc.asyncProperty(number, word, async (first, second) => {
      const [one, other] = [`${first} ${second}`, `${second} ${first}`];
      expect(await search(one)).toEqual(await search(other));
      expect(await find(one)).toEqual(await find(other));
      expect(await get(`palette?q=${q(one)}`)).toEqual(await get(`palette?q=${q(other)}`));
      expect(await get(`clients?search=${q(one)}`)).toEqual(await get(`clients?search=${q(other)}`));
    }),
    randomRuns({ sample: 40, long: 500 }),
  );
  expect(await search('2 Elm')).toContain(1);
});
