import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { listBookings } from '#worker/bookings/service.ts';
import { makeDb } from '#worker/db/client.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { currentDay, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';

/** All that a route has to add for the page 'Deliveries today'. */
const deliveriesOn = (day: string) => ({
  is: { deliveryDate: day },
  isNot: { status: 'cancelled' as const },
});

type Request = Parameters<typeof listBookings>[1];
const { ctx } = makeTestContext();
const page = (request: Partial<Request> = {}) =>
  listBookings(ctx, { filter: {}, fixed: deliveriesOn(currentDay()), ...request });
const ids = async (request?: Partial<Request>) => (await page(request)).rows.map(({ id }) => id);

beforeEach(async () => {
  await startOver();
  for (const n of [1, 2, 3, 4, 5]) await insertRow('bookings', n, { delivery_date: currentDay() });
  await insertRow('bookings', 6, { delivery_date: inDays(1) });
  await rows("UPDATE bookings SET status = 'cancelled' WHERE id = 3");
  await rows("UPDATE bookings SET status = 'confirmed', city = 'Troy' WHERE id IN (2, 3, 6)");
  await rows("UPDATE bookings SET status = 'cancelled' WHERE id = 3");
});

it('a view lists and counts only the rows of its fixed filters', async () => {
  expect(await page()).toMatchObject({ total: 4, sort: '-id', next: null, prev: null });
  expect(await ids()).toEqual([5, 4, 2, 1]);
  expect((await listBookings(ctx, { filter: {} })).total).toBe(6);
});

it('filters, searches and sorts within the view', async () => {
  expect(await ids({ filter: { status: 'confirmed' } })).toEqual([2]);
  expect(await ids({ filter: { search: 'Troy' } })).toEqual([2]);
  expect(await ids({ filter: { city: 'troy' } })).toEqual([2]);
  expect(await ids({ filter: { status: 'cancelled' } })).toEqual([]);
  expect(await ids({ sort: 'customer' })).toHaveLength(4);
});

it('a cursor leads on within its view, and is refused by the list and by another view', async () => {
  for (const sort of [undefined, 'city']) {
    const first = await page({ limit: 3, sort });
    const cursor = first.next ?? '';
    const second = await page({ limit: 3, sort, cursor });
    expect([first.rows.length, second.rows.length, second.total, second.next]).toEqual([3, 1, 4, null]);
    const back = await page({ limit: 3, sort, cursor: second.prev ?? '' });
    expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
    for (const fixed of [undefined, deliveriesOn(inDays(1))]) {
      await expect(page({ limit: 3, sort, cursor, fixed })).rejects.toMatchObject({ code: 'invalid' });
    }
  }
  const { next } = await listBookings(ctx, { filter: {}, limit: 3 });
  await expect(page({ cursor: next ?? '' })).rejects.toMatchObject({ code: 'invalid' });
});

it('a view reads the same number of rows when the list is longer', async () => {
  const read = async () => {
    const { database, rowsRead } = countingDatabase(env.DB);
    await listBookings(
      { ...ctx, db: makeDb(database, 'first-primary') },
      { filter: {}, fixed: deliveriesOn(currentDay()) },
    );
    return rowsRead();
  };
  const few = await read();
  for (let n = 10; n < 60; n += 1) await insertRow('bookings', n, { delivery_date: inDays(n) });
  expect(await read()).toBe(few);
});
