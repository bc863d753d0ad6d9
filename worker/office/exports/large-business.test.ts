import { beforeAll, expect, it } from 'vitest';
import { countingDatabase } from '#worker/test/databases.ts';
import { call, captureLog, debugEnv, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { rows, startOver, testEnv } from '#worker/test/world.ts';

// The exports of a large business. They only read, so its bookings are made once.
const ROW_COUNT = 10_000;

let dana: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
  await fill(ROW_COUNT);
});

it('is exported completely, and reads each row once', { timeout: 120_000 }, async () => {
  const counting = countingDatabase(testEnv.DB);
  const { Cookie } = dana;
  const reply = await call(
    '/api/bookings.csv',
    { headers: { Cookie } },
    { ...testEnv, DB: counting.database },
  );
  const lines = (await reply.text()).trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: ROW_COUNT }, (_, i) => ROW_COUNT - i),
  );
  // The row and a lookup of its unit.
  expect(counting.rowsRead()).toBeLessThan(2.1 * ROW_COUNT);
});

it('is complete when the list uses another sort', { timeout: 120_000 }, async () => {
  const numbers = await firstsOf('bookings.csv?search=albany&status=pending');
  expect(new Set(numbers).size).toBe(ROW_COUNT);
  const byDay = await firstsOf('bookings.csv?deliveryDateFrom=2024-01-01');
  expect(new Set(byDay).size).toBe(ROW_COUNT);
});

it('is read only as fast as the client reads the file', { timeout: 120_000 }, async () => {
  const counting = countingDatabase(testEnv.DB);
  const { Cookie } = dana;
  const reply = await call(
    '/api/bookings.csv',
    { headers: { Cookie } },
    { ...testEnv, DB: counting.database },
  );
  const reader = reply.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(counting.rowsRead()).toBeLessThan(ROW_COUNT / 2);
});

it('aborts the transfer when the database fails during the export', {
  timeout: 120_000,
}, async () => {
  const log = captureLog();
  const env = { ...debugEnv, DB: failingAfterPages(2) };
  const { Cookie } = dana;
  const reply = await call('/api/bookings.csv', { headers: { Cookie } }, env);
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  expect(log.lines('export_failed')).toHaveLength(1);
});

it('returns an error and no file when the database fails at the start', async () => {
  const log = captureLog();
  const env = { ...debugEnv, DB: failingAfterPages(0) };
  const { Cookie } = dana;
  const reply = await call('/api/bookings.csv', { headers: { Cookie } }, env);
  expect([reply.status, (await readError(reply)).code]).toEqual([500, 'internal']);
  expect(reply.headers.has('Content-Disposition')).toBe(false);
  expect(log.lines('request_failed')).toHaveLength(1);
});

/** The numbers of the bookings in a file. */
async function firstsOf(path: string) {
  const reply = await dana.send('GET', path);
  expect(reply.status, path).toBe(200);
  const lines = (await reply.text()).trimEnd().split('\r\n').slice(1);
  return lines.map((line) => line.split(',')[0]);
}

async function fill(count: number) {
  await rows(`
    WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${count})
    INSERT INTO bookings (id, first_name, last_name, email, phone, address, city, state, zip, rental_type, dumpster_type,
      delivery_date, end_date, pickup_day, rate_card_id, material_id, deposit_amount, status, created_at)
    SELECT n, 'Ada', 'Customer' || n, 'ada' || (n % 700) || '@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY',
      '12207', '1-day', '15-yard', day, day, day, 1, 'mixed', 32500, 'pending', 1704067200000 + n
    FROM (SELECT n, date('2024-01-01', '+' || (n % 400) || ' days') AS day FROM many)`);
}

/** A database whose queries for bookings fail after a number of pages. */
function failingAfterPages(good: number): D1Database {
  let pages = 0;
  const watched = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const isPage = name === 'prepare' && String(args[0]).includes('FROM bookings b');
          if (isPage) pages += 1;
          if (isPage && pages > good) throw new Error('The database is gone');
          const result = value.apply(object, args);
          return name === 'withSession' ? watched(result) : result;
        };
      },
    });
  return watched(testEnv.DB);
}
