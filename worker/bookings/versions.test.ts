import { beforeEach, describe, expect, it } from 'vitest';
import { DOCUMENTED_ENDPOINTS } from '#contract/docs/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call, captureLog } from '#worker/test/http.ts';
import {
  createBookingWithDecliningCard,
  createPaidBooking,
  makePaymentCalls,
} from '#worker/test/payments.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, control, inDays, rows, startOver } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signIn('dana', 'admin');
  await rows("UPDATE users SET first_name = 'Dana', last_name = 'Cole'");
});

/** Messages between staff, a consent to texts, and the place of a unit leave the booking and its version as they are. */
const NO_CHANGES = ['sendMessage', 'markMessagesRead', 'correctUnitLocation', 'setTextConsent'];

/** Every write of one booking. The path or the body names the booking. */
const WRITES = DOCUMENTED_ENDPOINTS.filter(
  ({ name, method, path, body }) =>
    method !== 'GET' &&
    !NO_CHANGES.includes(name) &&
    (path.startsWith('/api/bookings/:id/') || hasBookingId(body)),
);

function hasBookingId(body: Endpoint['body']): boolean {
  return (
    'shape' in body && typeof body.shape === 'object' && body.shape !== null && 'bookingId' in body.shape
  );
}

/** A valid body for each, by the endpoint's name. The test fails for a new endpoint without one. */
const BODIES: Readonly<Record<string, (bookingId: number) => object>> = {
  createPaymentIntent: (bookingId) => ({ bookingId }),
  setBookingStatus: () => ({ status: 'confirmed' }),
  setFinalPrice: () => ({ finalPrice: 50_000 }),
  moveBooking: () => ({ dumpsterId: 1 }),
  makeBookingChange: () => ({ type: 'reschedule', deliveryDate: inDays(20), preview: false }),
  clearAttention: () => ({ needsAttention: null }),
  sendReminder: () => ({}),
  addDumpTicket: () => ({ weight: 1, dumpLocation: 'North', dumpDate: inDays(0), feeAmount: 1 }),
  voidDumpTicket: () => ({}),
  addPriceAddition: () => ({ type: 'exchange', unitAmount: 1 }),
  voidPriceAddition: () => ({}),
  changeKeptDays: () => ({ askedDay: inDays(0), removedReason: null }),
  processRemainingPayment: (bookingId) => ({ bookingId, chargeAmount: 100 }),
  resolveOperation: () => ({ stop: false }),
  refundPayment: (bookingId) => ({ bookingId, amount: 100, reason: '', notifyCustomer: false }),
  recordPayment: () => ({ method: 'cash', amount: 100, day: inDays(0) }),
  voidPayment: () => ({ reason: 'Bounced' }),
  createPayLink: () => ({}),
  withdrawPayLink: () => ({}),
};

it('the writes of one booking are these', () => {
  expect(WRITES.map(({ name }) => name).toSorted()).toEqual(Object.keys(BODIES).toSorted());
  for (const { name, headers } of WRITES) expect(headers, name).toContain('If-Match');
});

it.each(WRITES)('$name is refused at an old version, here and before Stripe', async (endpoint) => {
  const { id } = await createPaidBooking();
  await insertRow('dump_fees', 1, { booking_id: id, created_by: staff.id });
  await insertRow('price_additions', 1, { booking_id: id, created_by: staff.id });
  await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 61_000 });
  const before = await rows('SELECT * FROM bookings');
  await control('reset');
  const path = endpoint.path
    .slice('/api/'.length)
    .replace(':id', String(id))
    .replace(/:(fee|addition|payment)Id/, '1');
  const reply = await staff.send(endpoint.method, path, { ...BODIES[endpoint.name]?.(id), ifMatch: '"1"' });
  expect([reply.status, await reply.json()]).toMatchObject([
    409,
    { code: 'stale', changedBy: 'dana', changedByName: 'Dana Cole', changed: ['finalPrice'] },
  ]);
  expect(await rows('SELECT * FROM bookings')).toEqual(before);
  expect(await control('requests')).toEqual([]);
});

describe('after a payment by another user, a refusal names booking fields, the username and the event:', () => {
  const PAID = ['paymentStatus', 'additionalPaymentAmount', 'additionalPaymentDate'];
  const REFUNDED = ['paymentStatus', 'refundAmount', 'refundDate', 'refundReason'];
  const money = () => makePaymentCalls(staff, call);
  type Case = [string, (id: number) => Promise<Response>, string[], string];
  it.each<Case>([
    ['a charge', (id) => money().charge(id, 100), PAID, 'Charge of $1.00 succeeded (started by Dana Cole)'],
    [
      'a refund',
      (id) => money().refund(id, 100, { reason: 'Late' }),
      REFUNDED,
      'Refund of $1.00 started: Late',
    ],
    [
      'a link',
      (id) => staff.send('POST', `bookings/${id}/pay-link`),
      [],
      'Payment link for $175.00 sent to ',
    ],
  ])('%s', async (...[, act, changed, event]) => {
    const { id } = await createPaidBooking();
    const version = await versionOf(id);
    await act(id);
    const reply = await staff.send('PATCH', `bookings/${id}/status`, {
      status: 'confirmed',
      ifMatch: `"${version}"`,
    });
    expect([reply.status, await reply.json()]).toMatchObject([
      409,
      {
        code: 'stale',
        changedBy: 'dana',
        changedByName: 'Dana Cole',
        changed,
        events: [expect.stringContaining(event)],
      },
    ]);
  });
});

it('a charge that was declined changes no field, and the person who started it is named', async () => {
  captureLog();
  const { id } = await createBookingWithDecliningCard();
  const version = await versionOf(id);
  await makePaymentCalls(staff, call).charge(id, 100);
  const reply = await staff.send('PATCH', `bookings/${id}/status`, {
    status: 'confirmed',
    ifMatch: `"${version}"`,
  });
  expect(await reply.json()).toMatchObject({
    changedBy: 'dana',
    changedByName: 'Dana Cole',
    changed: [],
    events: [expect.stringMatching(/^Card declined.*charge started by Dana Cole/)],
  });
});

it('the move to another unit is a change of dumpsterId', async () => {
  const [unit, other] = await listUnitIds();
  await insertRental(1, { unit: unit ?? 0 });
  await staff.send('PATCH', 'bookings/1/dumpster', { dumpsterId: other });
  const reply = await staff.send('PATCH', 'bookings/1/status', { status: 'confirmed', ifMatch: '"1"' });
  expect(await reply.json()).toMatchObject({ changed: ['dumpsterId'], events: [] });
});

async function versionOf(id: number) {
  return (await (await staff.send('GET', `bookings/${id}`)).json<Booking>()).version;
}

it('a refusal names the user who changed the booking, and the time in the zone of the business', async () => {
  await insertRental(1);
  await staff.send('PATCH', 'bookings/1/status', { status: 'confirmed' });
  const reply = await staff.send('PATCH', 'bookings/1/status', { status: 'pending', ifMatch: '"1"' });
  const { message } = await reply.json<{ message: string }>();
  expect(message).toMatch(
    /^This booking was changed by Dana Cole at \d{1,2}:\d\d [AP]M\. Load it again before you save\.$/,
  );
});

it('a row of the list carries the version under which it can be changed', async () => {
  const [unit] = await listUnitIds();
  await insertRental(1, { unit: unit ?? 0 });
  await staff.send('PATCH', 'bookings/1/final-price', { finalPrice: 50_000 });
  const [row] = await (await staff.send('GET', 'bookings')).json<Booking[]>();
  expect(row?.version).toBe(2);
  const reply = await staff.send('PATCH', 'bookings/1/status', {
    status: 'confirmed',
    ifMatch: `"${row?.version}"`,
  });
  expect([reply.status, (await reply.json<Booking>()).version]).toEqual([200, 3]);
});
