import { beforeEach, expect, it } from 'vitest';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { inDays, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let world: ReturnType<typeof makeTestContext>;

beforeEach(async () => {
  await startOver();
  staff = await signIn('dana', 'admin');
  await insertRental(1, { status: 'completed', paid_amount: 32_500 });
  world = makeTestContext();
  world.ctx.send = () => Promise.resolve();
});

const setPrice = async (finalPrice: number, more: object = {}) => {
  const reply = await staff.send('PATCH', 'bookings/1/final-price', { finalPrice, ...more });
  expect(reply.status).toBe(200);
};
const waiting = () => rows('SELECT kind, due_at - created_at AS wait FROM outbox WHERE done_at IS NULL');
const pass = async (seconds: number) => {
  world.passMinutes(seconds / 60);
  await processPendingRows(world.ctx, { includeRecent: true });
};

it('the customer gets the last of the prices that staff set within 15 seconds, once', async () => {
  await setPrice(60_000);
  expect(await waiting()).toEqual([{ kind: 'final-price', wait: 15_000 }]);
  await pass(12);
  expect(world.mails).toEqual([]);
  await setPrice(50_000);
  await pass(16);
  await pass(60);
  expect(world.mails.map(({ to, subject }) => [to, subject.split(': ')[1]])).toEqual([
    ['ada1@example.com', 'the final price is $500.00'],
  ]);
  expect(world.mails[0]?.text).toContain('$175.00 is still to be paid');
  await setPrice(55_000);
  await pass(16);
  expect(world.mails).toHaveLength(2);
});

it('a price without a notice drops the e-mail about the price before', async () => {
  await setPrice(60_000);
  await setPrice(50_000, { notifyCustomer: false });
  expect(await waiting()).toEqual([]);
});

it('a customer without an address, or of a booking that was cancelled since then, gets no e-mail', async () => {
  await rows("UPDATE bookings SET email = NULL, source = 'phone'");
  await setPrice(60_000);
  expect(await waiting()).toEqual([]);
  await rows("UPDATE bookings SET email = 'ada1@example.com'");
  await setPrice(50_000);
  await rows("UPDATE bookings SET status = 'cancelled'");
  await pass(16);
  expect(world.mails).toEqual([]);
});

it('the e-mail has the weights, the numbers and the photos of the tickets that count', async () => {
  await insertRow('driver_routes', 1, { driver_id: staff.id, date: inDays(0) });
  await insertRow('driver_route_stops', 1, { route_id: 1, booking_id: null, stop_type: 'dump' });
  const action = { driver_id: staff.id, stop_id: 1, type: 'ticket' };
  for (const n of [1, 2]) {
    await insertRow('driver_actions', n, action);
    const ticket = { booking_id: 1, action_id: `action-${n}`, created_by: staff.id, dump_date: '2026-12-06' };
    const voided = n === 2 ? { voided_at: 1, voided_by: staff.id } : {};
    await insertRow('dump_fees', n, { ...ticket, ticket_number: `A-${n}`, weight: n * 2400, ...voided });
  }
  const photo = { booking_id: 1, driver_id: staff.id, stop_id: 1, media_type: 'image/jpeg' };
  const stored = { ...photo, photo_type: 'ticket', key: 'photos/1', size_bytes: 3 };
  await insertRow('delivery_photos', 1, stored);
  await insertRow('delivery_photos', 2, { ...stored, photo_type: 'pickup_after', key: 'photos/2' });
  await insertRow('delivery_photos', 3, { ...stored, key: 'photos/deleted' });
  await testEnv.PHOTOS.put('photos/1', new Uint8Array([1, 2, 3]));
  await setPrice(60_000);
  await pass(16);
  const [mail] = world.mails;
  expect(mail?.text).toContain('Scale weight of Sun, Dec 6, 2026, ticket A-1: 2,400 lb\n');
  expect(mail?.text).not.toContain('A-2');
  expect(mail?.images).toEqual([
    { filename: 'ticket.jpg', type: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]), contentId: 'ticket' },
  ]);
  expect(mail?.html).toContain('src="cid:ticket"');
});

it('an e-mail after the pickup names the day on which it was done', async () => {
  const job = { booking_id: 1, type: 'final_pickup', due_day: '2026-12-07', dumpster_id: null };
  await insertRow('jobs', 1, { ...job, status: 'done', done_at: Date.parse('2026-12-06T12:00:00-05:00') });
  await rows(
    "UPDATE bookings SET end_date = '2026-12-07', pickup_day = '2026-12-07', site_status = 'picked_up'",
  );
  await setPrice(60_000);
  await pass(16);
  expect(world.mails[0]?.text).toContain('Pickup: Sun, Dec 6, 2026\n');
});
