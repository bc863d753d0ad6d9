import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { insertRow } from '#worker/test/builders.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
});

async function ids(query: string): Promise<number[]> {
  const reply = await dana.send('GET', `bookings${query}`);
  expect(reply.status, `${query}: ${reply.status}`).toBe(200);
  return (await reply.json<Booking[]>()).map(({ id }) => id);
}
const search = (text: string) => ids(`?search=${encodeURIComponent(text)}`);
const add = (n: number, changes: Row = {}) => insertRow('bookings', n, changes);

describe('one search', () => {
  beforeEach(async () => {
    await add(1, {
      first_name: 'Zoë',
      last_name: "O'Brien",
      phone: '(518) 555-0142',
      notes: 'Leave by the "blue" gate',
    });
    await add(2, { email: 'Bob.Stone@Example.ORG', city: 'Schenectady', state: 'MA', zip: '02138-1234' });
    await add(1234, { rental_type: '30-day', dumpster_type: '20-yard', status: 'in_transit' });
  });

  it.each([
    ["o'br", [1]],
    ["zoë o'brien", [1]],
    ['zoe', [1]],
    ['555-0142', [1]],
    ['5185550142', [1]],
    ['518 555', [1]],
    ['(518)', [1]],
    ['"blue"', [1]],
    ['stone@example', [2]],
    ['STONE', [2]],
    ['henect', [2]],
    ['quarry road, schenectady, ma 02138', [2]],
    ['123', [1234, 2]],
    ['12', [1234, 2, 1]],
    ['30-day', [1234]],
    ['20-yard', [1234]],
    ['in transit', [1234]],
    ['zo', [1]],
    ['Z', [1]],
    ['ë', [1234, 2, 1]],
    ['en', []],
    ['@', []],
    ['*', []],
    ['OR 1=1', []],
    ['pi_booking', []],
    ['%%%', []],
    ['customer : ada', []],
    ['NEAR(', []],
    ['💥💥💥', []],
  ])('for %j finds %j', async (text, expected) => {
    expect(await search(text)).toEqual(expected);
  });

  it.each([
    ['#1234', [1234]],
    ['#12', []],
    ['#0002', [2]],
    ['#2 stone', [2]],
    ['stone #1', []],
    ['brien gate', [1]],
    ["gate   O'BRIEN", [1]],
    ['stone gate', []],
    ['sch ma', [2]],
    ['zo le', [1]],
    ['zo ma', []],
    ['oe O', [1]],
    ['uarry ro', [1234, 2, 1]],
    ['#', []],
  ])('for the words of %j finds %j', async (text, expected) => {
    expect(await search(text)).toEqual(expected);
  });

  it('finds a booking by the number of its unit', async () => {
    await insertRow('dumpsters', 1, { dumpster_number: 'HX-205' });
    await insertRow('dumpster_schedule', 1, { dumpster_id: 1, booking_id: 2 });
    expect(await ids('?search=hx-205')).toEqual([2]);
    expect(await ids('?search=hx')).toEqual([2]);
    expect(await ids('?search=205 stone')).toEqual([2]);
  });

  it('finds a booking by its current values, and no longer by earlier ones', async () => {
    await rows("UPDATE bookings SET status = 'completed' WHERE id = 1234");
    expect(await ids('?search=in_transit')).toEqual([]);
    expect(await ids('?search=complet')).toEqual([1234]);
    await rows('DELETE FROM bookings WHERE id = 2');
    expect(await ids('?search=schenec')).toEqual([]);
  });

  it('without text is no search, and works with filters', async () => {
    expect(await ids('?search=+')).toEqual([1234, 2, 1]);
    expect(await ids('?search=ada&state=MA&email=stone&city=sch')).toEqual([2]);
    expect(await ids('?search=ada&status=in_transit&customer=ad')).toEqual([1234]);
  });
});

describe('addresses and numbers', () => {
  beforeEach(async () => {
    await add(4);
    await add(7, { address: '12 Quarry Road #4' });
    await add(8, { address: '12 Quarry Road, Apt 4', phone: '(518) 555-0142', last_name: 'Li' });
    await add(9, { address: '205 Mill Lane', city: 'Cambridge', state: 'MA', zip: '02138' });
    await add(10, { address: '9 Elm Street #42', phone: '2055550138' });
  });

  it.each([
    ['12 Quarry Road #4', [8, 7, 4]],
    ['12 Quarry Road, #4', [8, 7, 4]],
    ['#4 elm', []],
    ['#42 elm', [10]],
    ['#4', [4]],
    ['205 02138', [9]],
    ['02138 205', [9]],
    ['205 555', [10, 9]],
    ['9 0138', [10]],
    ['12 0142', [8]],
    ['li 0142', [8]],
    ['#8 5550142', [8]],
    ['Li, Ada', [8]],
    ['Li + Ada', [8]],
    ['Cambridge, Mill', [9]],
    ['mill & cambridge', [9]],
    ['li - ada', [8]],
    ['- &', []],
    ['uarry Road #4', [7]],
    ['@ elm', []],
  ])('for %j finds %j', async (text, expected) => {
    expect(await search(text)).toEqual(expected);
  });
});

describe('any two words of a booking', () => {
  it('find it, in any order', { timeout: 120_000 }, async () => {
    for (const [index, changes] of BOOKINGS.entries()) {
      await add(index + 1, changes);
      await insertRow('dumpsters', index + 1, { dumpster_number: `HX-${205 + index}` });
      await insertRow('dumpster_schedule', index + 1, { dumpster_id: index + 1, booking_id: index + 1 });
    }
    const twoWords = fc
      .integer({ min: 1, max: BOOKINGS.length })
      .chain((id) => fc.record({ id: fc.constant(id), first: wordOf(id), second: wordOf(id) }));
    await fc.assert(
      fc.asyncProperty(twoWords, async ({ id, first, second }) => {
        expect(await search(`${first} ${second}`)).toContain(id);
      }),
      randomRuns({ sample: 150, long: 5000 }),
    );
  });
});

/** Names and places of two letters, house and unit numbers in every spelling, and phone numbers as people type them. */
const BOOKINGS = [
  { first_name: 'Al', last_name: 'Li', address: '12 Quarry Road #4', phone: '5185550142' },
  { first_name: 'Zoë', last_name: "O'Brien", address: '205 Mill Lane, Apt 7', phone: '(518) 555-0199' },
  { first_name: 'Maria', last_name: 'de la Cruz', address: '9 E 5th St, Rear', phone: '+1 212.555.0170' },
  { first_name: 'Jo', last_name: 'Ng', address: '4 B Street Unit B-2', phone: '+44 20 7946 0958' },
  { first_name: 'Søren', last_name: 'Smith-Jones', address: '7 1/2 Elm St # 12', phone: '518/555/0142' },
].map((changes, index) => ({
  ...changes,
  city: ['Albany', 'St. Paul', 'São Paulo', 'Ho-Ho-Kus', 'Troy'][index] ?? '',
  zip: index % 2 ? '02138-1234' : '12207',
}));

const HAS_WORD_CHARACTER = /[\p{L}\p{N}]/u;
const FRAGMENT = { least: 3, most: 7 };

/** A word from one of the booking's fields, its number, or a part of its phone number. */
function wordOf(id: number): fc.Arbitrary<string> {
  const booking = BOOKINGS[id - 1];
  if (!booking) throw new Error(`There is no booking ${id}.`);
  const { first_name, last_name, address, city, zip, phone } = booking;
  const written = [first_name, last_name, `${address}, ${city}, NY ${zip}`, phone].join(' ').split(' ');
  const digits = phone.replace(/\D/g, '');
  const fragment = fc
    .record({
      start: fc.integer({ min: 0, max: digits.length - FRAGMENT.least }),
      length: fc.integer({ min: FRAGMENT.least, max: FRAGMENT.most }),
    })
    .map(({ start, length }) => digits.slice(start, start + length))
    .filter((piece) => piece.length >= FRAGMENT.least);
  return fc.oneof(
    fc.constantFrom(...written.filter((word) => HAS_WORD_CHARACTER.test(word))),
    fc.constantFrom(`#${id}`, `HX-${204 + id}`),
    fragment,
  );
}

describe('a search and filters of the schedule', () => {
  beforeEach(async () => {
    await addUnits(2);
    const [first = 0, second = 0] = await listUnitIds();
    await insertRental(1, { startsIn: 3, unit: first, company: 'Hopper & Sons' });
    await insertRental(2, { startsIn: 9, unit: second, second_phone: '+1 (518) 555-0177' });
    await insertRental(3, { startsIn: 3, last_name: 'Stone', final_price: 90_000, source: 'phone' });
    await insertRow('dump_fees', 1, { booking_id: 3, ticket_number: 'T-99871', created_by: null });
  });
  const monthDay = (days: number) => formatDay(inDays(days)).replace(/,.*/, '');

  it('finds deliveries and last days of a day, also with other words', async () => {
    expect(await search(monthDay(3))).toEqual([3, 1]);
    expect(await search(monthDay(9))).toEqual([3, 2, 1]);
    expect(await search(`stone ${monthDay(3)}`)).toEqual([3]);
    expect(await search(`${inDays(3)} hopper`)).toEqual([1]);
    expect(await search(`lovelace ${monthDay(3)}`)).toEqual([]);
  });

  it('finds the company, the second phone, the unit and the number of a dump ticket until it is voided', async () => {
    expect(await search('hopper')).toEqual([1]);
    expect(await search('555-0177')).toEqual([2]);
    expect(await search('15-yard-2')).toEqual([2]);
    expect(await search('T-99871')).toEqual([3]);
    await rows('UPDATE dump_fees SET voided_at = 1, voided_by = ?', dana.id);
    expect(await search('T-99871')).toEqual([]);
  });

  it('filters and sorts by unit, last day, balance and source', async () => {
    expect(await ids('?unit=15-YARD-2')).toEqual([2]);
    expect(await ids('?unit=15-yard')).toEqual([]);
    expect(await ids(`?endDate=${inDays(15)}`)).toEqual([2]);
    expect(await ids(`?endDateTo=${inDays(14)}`)).toEqual([3, 1]);
    expect(await ids('?balanceDueFrom=50000')).toEqual([3]);
    expect(await ids('?source=phone')).toEqual([3]);
    expect(await ids('?sort=-endDate')).toEqual([2, 3, 1]);
    expect(await ids('?sort=-balanceDue')).toEqual([3, 2, 1]);
  });
});
