import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { makeDb } from '#worker/base/db/client.ts';
import { listBookings } from '#worker/bookings/service.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { currentDay, inDays, makeTestContext, startOver } from '#worker/test/world.ts';

/** The fixed filters of the page 'Deliveries today': ordinary filters of the list. */
const deliveriesOn = (day: string) => ({ deliveryDate: day, status: 'confirmed' as const });

type Request = Parameters<typeof listBookings>[1];
const { ctx } = makeTestContext();
const page = ({ filter, ...request }: Partial<Request> = {}) =>
  listBookings(ctx, { filter: { ...deliveriesOn(currentDay()), ...filter }, ...request });
const ids = async (request?: Partial<Request>) => (await page(request)).rows.map(({ id }) => id);

beforeEach(async () => {
  await startOver();
  const confirmedToday = { delivery_date: currentDay(), status: 'confirmed' };
  for (const n of [1, 2, 4, 5]) await insertRow('bookings', n, confirmedToday);
  await insertRow('bookings', 3, { ...confirmedToday, status: 'cancelled' });
  for (const n of [6, 7]) await insertRow('bookings', n, { ...confirmedToday, delivery_date: inDays(1) });
});

it('a view lists and counts only the rows of its fixed filters', async () => {
  expect(await page()).toMatchObject({ total: 4, sort: '-id', next: null, prev: null });
  expect(await ids()).toEqual([5, 4, 2, 1]);
  expect((await listBookings(ctx, { filter: {} })).total).toBe(7);
});

it('filters, searches and sorts within the view', async () => {
  expect(await ids({ filter: { id: 2 } })).toEqual([2]);
  expect(await ids({ filter: { search: 'Customer4' } })).toEqual([4]);
  expect(await ids({ filter: { city: 'troy' } })).toEqual([]);
  expect(await ids({ sort: 'customer' })).toEqual([1, 2, 4, 5]);
});

it('a cursor leads through the pages of its view and back', async () => {
  for (const sort of [undefined, 'city']) {
    const first = await page({ limit: 3, sort });
    const second = await page({ limit: 3, sort, cursor: first.next ?? '' });
    expect([first.rows.length, second.rows.length, second.total, second.next]).toEqual([3, 1, 4, null]);
    const back = await page({ limit: 3, sort, cursor: second.prev ?? '' });
    expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
  }
});

it('with the cursor of another view, a page has only rows of its own filters', async () => {
  const whole = await listBookings(ctx, { filter: {}, limit: 3 });
  expect(whole.rows.map(({ id }) => id)).toEqual([7, 6, 5]);
  expect(await ids({ cursor: whole.next ?? '' })).toEqual([4, 2, 1]);
  const tomorrow = deliveriesOn(inDays(1));
  const { next } = await page({ limit: 1, filter: tomorrow });
  expect(await ids({ cursor: next ?? '' })).toEqual([5, 4, 2, 1]);
  expect(await ids({ filter: tomorrow, cursor: (await page({ limit: 1 })).next ?? '' })).toEqual([]);
});

it('a view reads the same number of rows when the list is longer', async () => {
  const read = async () => {
    const { database, rowsRead } = countingDatabase(env.DB);
    await listBookings(
      { ...ctx, db: makeDb(database, 'first-primary') },
      { filter: deliveriesOn(currentDay()) },
    );
    return rowsRead();
  };
  const few = await read();
  for (let n = 10; n < 60; n += 1) {
    await insertRow('bookings', n, { delivery_date: inDays(n), status: 'confirmed' });
  }
  expect(await read()).toBe(few);
});
