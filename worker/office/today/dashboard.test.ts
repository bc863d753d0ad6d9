import { env as bindings } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Today } from '#contract/today.ts';
import type { listTransactions } from '#contract/transactions.ts';
import { BOOKING_WORK, TRANSACTION_WORK } from '#domain/rental/work-lists.ts';
import { makeDb } from '#worker/base/db/client.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { readDashboard } from './service.ts';

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
  revenueTax: 0,
  refundedTax: 0,
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
    revenueTax: 0,
    refundedTax: 0,
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

it('has no sales tax in its sums, and subtracts lost disputes; with the tax each is the sum of its list', async () => {
  const line = { label: 'Line', quantity: 1, unitAmount: 0, isTaxable: false };
  const lines = [
    { ...line, type: 'rental', amount: 47_500 },
    { ...line, type: 'tax', amount: 3_800 },
  ];
  const quote = JSON.stringify({ lines, total: 51_300, dueNow: 10_000, dueLater: 41_300 });
  await insertRow('bookings', 1, { quote, paid_amount: 51_300, refund_amount: 15_000 });
  await insertRow('bookings', 2, { quote: QUOTE, paid_amount: 32_500 });
  await payment(1, { booking_id: 1, amount: 51_300 });
  await refund(2, { booking_id: 1, amount: 10_000 });
  await refund(3, { booking_id: 1, amount: 5_000, kind: 'dispute', id: 'du_3' });
  await payment(4, { booking_id: 2, amount: 32_500 });
  const sums = await dashboard();
  // 15,000 of 51,300 went back, and 1,111 of the 3,800 tax with it.
  expect(sums).toMatchObject({
    totalRevenue: 47_500 + 32_500,
    revenueTax: 3_800,
    refundedAmount: 13_889,
    refundedTax: 1_111,
    refundCount: 2,
    netRevenue: 80_000 - 13_889,
  });
  const reply = await dana.send('GET', 'transactions');
  const { transactions, summary } = await reply.json<ReplyOf<typeof listTransactions>>();
  expect(summary).toMatchObject({
    total: sums.totalRevenue,
    totalTax: sums.revenueTax,
    refunded: sums.refundedAmount,
    refundedTax: sums.refundedTax,
  });
  const listed = (type: string) =>
    transactions.filter((one) => one.type === type).reduce((sum, { amount }) => sum + amount, 0);
  expect(listed('payment')).toBe(summary.total + summary.totalTax);
  expect(listed('refund')).toBe(summary.refunded + summary.refundedTax);
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
  await readDashboard({ ...ctx, db: makeDb(database, 'first-primary') });
  expect(rowsRead()).toBeLessThanOrEqual(20);
});

const STATUSES = ['pending', 'pending', 'confirmed', 'in_transit', 'completed', 'cancelled'];
const WITHOUT_OWNER = { booking_id: null, checkout_id: null };

const payment = (n: number, changes: Record<string, string | number>) =>
  insertRow('transactions', n, { ...WITHOUT_OWNER, ...changes });
const refund = (n: number, changes: Record<string, string | number>) =>
  payment(n, { type: 'refund', kind: 'refund', payment_id: 'pi_booking1', ...changes });

const QUOTE = JSON.stringify({
  lines: [
    { type: 'rental', label: '7 days', quantity: 1, unitAmount: 85_000, amount: 85_000, isTaxable: true },
  ],
  total: 85_000,
  dueNow: 32_500,
  dueLater: 52_500,
});

/** The figure, the ticks and the rows of each section are the same jobs. */
function expectOneSet({ deliveries, exchanges, pickups }: Today) {
  for (const { count, done, jobs } of [deliveries, exchanges, pickups]) {
    expect(count).toBe(jobs.length);
    expect(done).toBe(jobs.filter(({ status }) => status === 'done').length);
  }
}

it('late jobs count with those of the day, also once they are done', async () => {
  const day = { booking_id: 1, type: 'final_pickup' };
  for (const n of [1, 2, 3]) await insertRental(n, { startsIn: -9, status: 'confirmed' });
  await rows('DELETE FROM jobs');
  await insertRow('jobs', 1, { ...day, due_day: inDays(0), status: 'open' });
  await insertRow('jobs', 2, { ...day, booking_id: 2, due_day: inDays(-3), status: 'open' });
  await insertRow('jobs', 3, {
    ...day,
    booking_id: 3,
    due_day: inDays(-3),
    status: 'done',
    done_at: Date.now(),
  });
  const read = async () => (await dana.send('GET', 'today')).json<Today>();
  expectOneSet(await read());
  expect((await read()).pickups).toMatchObject({ count: 3, done: 1 });
  const listed = await dana.send('GET', 'bookings?work=pickups_today');
  expect(listed.headers.get('X-Total-Count')).toBe('3');
});

it('each number of Today is the total of its list', async () => {
  await addUnits(2);
  const [unit = 0, other = 0] = await listUnitIds();
  const job = (booking_id: number, type: string, [day, status = 'open']: [number, string?]) =>
    insertRow('jobs', booking_id, { booking_id, type, due_day: inDays(day), status });
  // Delivered today, and due today; picked up today; exchanged today; not delivered in time; overdue.
  await insertRental(1, { startsIn: 0, unit, status: 'confirmed' });
  await job(1, 'delivery', [0, 'done']);
  await insertRental(2, { startsIn: 0, status: 'pending' });
  await job(2, 'delivery', [0]);
  await insertRental(3, { startsIn: -6, unit: other, status: 'confirmed' });
  await job(3, 'delivery', [-6, 'done']);
  await job(3, 'final_pickup', [0]);
  await job(3, 'exchange', [0]);
  await insertRental(4, { startsIn: -1, status: 'confirmed' });
  await job(4, 'delivery', [-1]);
  await insertRental(5, { startsIn: -9, status: 'confirmed' });
  await job(5, 'delivery', [-9, 'done']);
  await job(5, 'final_pickup', [-3]);
  await insertRental(6, { startsIn: 2, status: 'pending' });
  await insertRental(7, { startsIn: 3, status: 'pending' });
  await insertRental(8, {
    startsIn: -20,
    status: 'completed',
    final_price: null,
    quote: QUOTE,
    paid_amount: 32_500,
  });
  await insertRental(9, { startsIn: 20, status: 'cancelled', final_price: 99_000 });
  await insertRental(10, { startsIn: 20, status: 'confirmed', final_price: 99_000 });
  await insertRow('pay_links', 10, {
    booking_id: 10,
    amount: 100,
    state: 'open',
    ended_at: null,
    end_reason: null,
  });
  await insertRow('attention', 10, { booking_id: 10, reason: 'permit' });
  await insertRow('attention', 11, { booking_id: 10, reason: 'no_unit' });
  // An address counts for the bookings that still get e-mails: not of 8 (completed) and 9 (cancelled).
  await rows(
    "INSERT INTO email_bounces (email, reason, bounced_at) SELECT client_email, 'Mailbox not found', 1 FROM bookings WHERE id >= 8",
  );
  const today = await (await dana.send('GET', 'today')).json<Today>();
  expectOneSet(today);
  expect(today).toMatchObject({
    deliveries: { count: 3, done: 1, jobs: [{ bookingId: 4 }, { bookingId: 1 }, { bookingId: 2 }] },
    pickups: { count: 2, done: 0, jobs: [{ bookingId: 5, isOverdue: true }, { bookingId: 3 }] },
    exchanges: { count: 1, done: 0, jobs: [{ bookingId: 3, unit: { id: other } }] },
  });
  await payment(1, { dispute_id: 'du_1', dispute_status: 'needs_response', dispute_due_at: 5 });
  await payment(2, { dispute_id: 'du_2', dispute_status: 'won' });
  await refund(3, { status: 'failed', booking_id: 1 });
  await insertRow('outbox', 1, { dead_at: 1, user_id: dana.id });
  const full = await (await dana.send('GET', 'today')).json<Today>();
  expect(full.disputes).toEqual([
    expect.objectContaining({ transactionId: expect.any(String), status: 'needs_response' }),
  ]);
  const totalOf = async (path: string) => {
    const reply = await dana.send('GET', path);
    expect(reply.status, path).toBe(200);
    return Number(reply.headers.get('X-Total-Count'));
  };
  const listed = {
    bookings: await totals(BOOKING_WORK, (work) => totalOf(`bookings?work=${work}`)),
    transactions: await totals(TRANSACTION_WORK, (work) => totalOf(`transactions?work=${work}`)),
    failedNotifications: await totalOf('admin/notifications?state=dead'),
  };
  expect(full.fromDrivers).toBe(0);
  const { bookings, transactions, failedNotifications } = full;
  expect({ bookings, transactions, failedNotifications }).toEqual(listed);
  expect(listed).toEqual({
    bookings: {
      deliveries_today: 3,
      exchanges_today: 1,
      pickups_today: 2,
      late_deliveries: 1,
      on_site: 3,
      overdue: 1,
      unconfirmed: 2,
      balance_due: 1,
      unpriced: 1,
      waiting_for_customer: 1,
      attention: 1,
      bounced_emails: 1,
    },
    transactions: { disputes: 1, failed_refunds: 1 },
    failedNotifications: 1,
  });
  // 8: 850 expected, less the paid deposit of 325. 10: a final price of 990, less 325.
  const sumOf = async (query: string) => (await dana.send('GET', query)).headers.get('X-Sum');
  expect(full.sums).toEqual({ balance_due: 66_500, unpriced: 52_500 });
  expect(await sumOf('bookings?work=balance_due')).toBe(String(full.sums.balance_due));
  expect(await sumOf('bookings?work=unpriced')).toBe(String(full.sums.unpriced));
  expect(await sumOf('bookings?work=balance_due&search=unmatched')).toBe('0');
  expect(await sumOf('bookings?work=on_site')).toBeNull();
  const rowsOf = async (work: string) =>
    (await dana.send('GET', `bookings?work=${work}`)).json<{ balanceDue: number; dueLater: number }[]>();
  expect((await rowsOf('balance_due')).map(({ balanceDue }) => balanceDue)).toEqual([66_500]);
  expect((await rowsOf('unpriced')).map(({ dueLater }) => dueLater)).toEqual([52_500]);
  const later = { status: 'succeeded', booking_id: 1, created_at: Date.now() };
  await refund(4, later);
  expect(await totalOf('transactions?work=failed_refunds')).toBe(0);
});

async function totals<Name extends string>(names: readonly Name[], totalOf: (name: Name) => Promise<number>) {
  const found = await Promise.all(names.map(async (name) => [name, await totalOf(name)] as const));
  return Object.fromEntries(found);
}
