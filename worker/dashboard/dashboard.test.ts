import { env as bindings } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { makeDb } from '#worker/db/client.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { dashboardOf } from './service.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
});

async function dashboard(): Promise<Dashboard> {
  const reply = await dana.send('GET', 'dashboard');
  expect(reply.status).toBe(200);
  return reply.json<Dashboard>();
}

const NOTHING: Dashboard = {
  totalBookings: 0,
  pendingBookings: 0,
  confirmedBookings: 0,
  completedBookings: 0,
  totalRevenue: 0,
  paymentCount: 0,
  refundedAmount: 0,
  refundCount: 0,
  netRevenue: 0,
};

it('is all zeros before the first booking', async () => {
  expect(await dashboard()).toEqual(NOTHING);
});

it('counts bookings by status, and sums succeeded payments and refunds', async () => {
  for (const [n, status] of [...STATUSES.entries()]) await insertRow('bookings', n + 1, { status });
  await payment(1, { amount: 32_500 });
  await payment(2, { amount: 52_500 });
  await payment(3, { status: 'processing' });
  await refund(4, { amount: 10_000 });
  await refund(5, { amount: 5000, status: 'pending' });
  expect(await dashboard()).toEqual({
    totalBookings: 6,
    pendingBookings: 2,
    confirmedBookings: 1,
    completedBookings: 1,
    totalRevenue: 85_000,
    paymentCount: 2,
    refundedAmount: 10_000,
    refundCount: 1,
    netRevenue: 75_000,
  });
  await rows("UPDATE bookings SET status = 'completed' WHERE status = 'pending'");
  await rows("UPDATE transactions SET status = 'succeeded'");
  expect(await dashboard()).toMatchObject({
    pendingBookings: 0,
    completedBookings: 3,
    paymentCount: 3,
    refundedAmount: 15_000,
    netRevenue: 102_500,
  });
});

it('can be negative: a refund can stay in the ledger without its payment', async () => {
  await payment(1, { amount: 1000, status: 'canceled' });
  await refund(2, { amount: 700, payment_id: 'pi_booking1' });
  expect(await dashboard()).toMatchObject({ totalRevenue: 0, refundedAmount: 700, netRevenue: -700 });
});

it('reads a few rows for any number of bookings', async () => {
  for (let n = 1; n <= 40; n += 1)
    await insertRow('bookings', n, { status: STATUSES[n % STATUSES.length] ?? '' });
  await payment(1, {});
  const { database, rowsRead } = countingDatabase(bindings.DB);
  const { ctx } = makeTestContext();
  await dashboardOf({ ...ctx, db: makeDb(database, 'first-primary') });
  expect(rowsRead()).toBeLessThanOrEqual(20);
});

const STATUSES = ['pending', 'pending', 'confirmed', 'in_transit', 'completed', 'cancelled'];
const WITHOUT_OWNER = { booking_id: null, checkout_id: null };

const payment = (n: number, changes: Record<string, string | number>) =>
  insertRow('transactions', n, { ...WITHOUT_OWNER, ...changes });
const refund = (n: number, changes: Record<string, string | number>) =>
  payment(n, { type: 'refund', kind: 'refund', payment_id: 'pi_booking1', ...changes });
