import { beforeEach, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { insertRow } from '#worker/test/builders.ts';
import { paidBooking } from '#worker/test/money.ts';
import { booked, signedIn, unitIds } from '#worker/test/office.ts';
import { addUnits, control, inDays, rows, startOver } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signedIn>>;

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signedIn('dana', 'admin');
  await rows("UPDATE users SET first_name = 'Dana', last_name = 'Cole'");
});

type Write = { call: string; body?: (id: number) => object };

/** Every write of one booking; '#' stands for its number. */
const WRITES: Write[] = [
  { call: 'PATCH bookings/#/status', body: () => ({ status: 'confirmed' }) },
  { call: 'PATCH bookings/#/final-price', body: () => ({ finalPrice: 50_000 }) },
  { call: 'PATCH bookings/#/dumpster', body: () => ({ dumpsterId: 1 }) },
  { call: 'PATCH bookings/#/attention', body: () => ({ needsAttention: null }) },
  { call: 'POST bookings/#/reminder' },
  {
    call: 'POST bookings/#/dump-fees',
    body: () => ({ weight: 1, dumpLocation: 'North', dumpDate: inDays(0), feeAmount: 1 }),
  },
  { call: 'POST bookings/#/dump-fees/1/void' },
  { call: 'POST bookings/#/pay-link' },
  { call: 'DELETE bookings/#/pay-link' },
  { call: 'POST process-remaining-payment', body: (bookingId) => ({ bookingId, chargeAmount: 100 }) },
  {
    call: 'POST refund-payment',
    body: (bookingId) => ({ bookingId, amount: 100, reason: '', notifyCustomer: false }),
  },
];

it.each(WRITES)('$call is refused at an old version, here and before Stripe', async ({ call, body }) => {
  const { id } = await paidBooking();
  await insertRow('dump_fees', 1, { booking_id: id, created_by: staff.id });
  await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 61_000 });
  const before = await rows('SELECT * FROM bookings');
  await control('reset');
  const [method = '', path = ''] = call.replace('#', String(id)).split(' ');
  const reply = await staff.send(method, path, { ...body?.(id), ifMatch: '"1"' });
  expect([reply.status, await reply.json()]).toMatchObject([
    409,
    { code: 'stale', changedBy: 'dana', changedByName: 'Dana Cole', changed: ['finalPrice'] },
  ]);
  expect(await rows('SELECT * FROM bookings')).toEqual(before);
  expect(await control('requests')).toEqual([]);
});

it('a refusal names who changed the booking, and when on the clock of the business', async () => {
  await booked(1);
  await staff.send('PATCH', 'bookings/1/status', { status: 'confirmed' });
  const reply = await staff.send('PATCH', 'bookings/1/status', { status: 'pending', ifMatch: '"1"' });
  const { message } = await reply.json<{ message: string }>();
  expect(message).toMatch(
    /^This booking was changed by Dana Cole at \d{1,2}:\d\d [AP]M\. Load it again before you save\.$/,
  );
});

it('a row of the list carries the version under which it can be changed', async () => {
  const [unit] = await unitIds();
  await booked(1, { unit: unit ?? 0 });
  await staff.send('PATCH', 'bookings/1/final-price', { finalPrice: 50_000 });
  const [row] = await (await staff.send('GET', 'bookings')).json<Booking[]>();
  expect(row?.version).toBe(2);
  const reply = await staff.send('PATCH', 'bookings/1/status', {
    status: 'confirmed',
    ifMatch: `"${row?.version}"`,
  });
  expect([reply.status, (await reply.json<Booking>()).version]).toEqual([200, 3]);
});
