import { beforeEach, expect, it } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { makeAgreement } from '#domain/test/rate-cards.ts';
import type { Env } from '#worker/base/env.ts';
import { CRON_TASKS, runCronTask } from '#worker/entry/cron/schedule.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { call, captureLog, post } from '#worker/test/http.ts';
import { makePaymentCalls } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { deliverEvent, deliverTasks, findStripeEvent, makeEnvWithQueue } from '#worker/test/webhook.ts';
import {
  addUnits,
  inDays,
  intentIdOf,
  makeBookingData,
  pay,
  rows,
  startOver,
  testEnv,
} from '#worker/test/world.ts';

beforeEach(startOver);

const headers = {
  'CF-Connecting-IP': '203.0.113.77',
  'Idempotency-Key': '7c0ce3ce-7e5a-4d4c-8a45-3f4d5d9a1f00',
};
const person = {
  firstName: 'Persephone',
  lastName: 'Quillfeather',
  email: 'persephone.q@example.org',
  phone: '555 867 5309',
  address: '77 Secluded Lane',
  city: 'Hiddenville',
  // No digits: random ids in the log can contain any four of them.
  notes: 'Gate code TULIP',
};

// First, so that Stripe has no payments of other tests. `npm run bench -- usage` prints what it measures.
it('one rental, from the first look to the charge of its balance, uses few rows, messages and e-mails', async ({
  task,
}) => {
  captureLog();
  const rental = await measure(async (env, requests) => {
    const { sent, outboxMessages } = requests;
    const { Cookie } = await signIn('dana', 'admin');
    await addUnits(12);
    /** As the queue does, without the delay of e-mails about a status. */
    const deliver = async () => {
      await rows('UPDATE outbox SET due_at = NULL');
      while (sent.length + outboxMessages.length > 0) {
        await deliverTasks([...sent.splice(0), ...outboxMessages.splice(0)], env);
      }
    };
    const get = (path: string) => call(`/api/${path}`, { headers: { Cookie } }, env);
    // The customer: sizes and days, twice, then the order and two looks at its payment.
    const day = inDays(10);
    for (const path of [
      'available-dumpster-types',
      `available-dumpster-types?deliveryDate=${day}&rentalType=7-day`,
      `unavailable-dates?rentalType=7-day&dumpsterType=15-yard&month=${day.slice(0, 7)}`,
      'next-available-date/7-day?dumpsterType=15-yard',
    ]) {
      expect((await get(path)).status).toBe(200);
    }
    const order = { bookingId: 'pending', bookingData: makeBookingData(person) };
    const created = await post('/api/create-payment-intent', order, { headers, env });
    const { clientSecret } = await created.json<{ clientSecret: string }>();
    await pay(clientSecret);
    await deliverEvent(await findStripeEvent('payment_intent.succeeded', intentIdOf(clientSecret)), env);
    await deliver();
    const asked = { paymentIntent: intentIdOf(clientSecret), clientSecret };
    for (let i = 0; i < 2; i += 1) await post('/api/booking-status', asked, { headers, env });
    // Staff: the list and the booking, three times; confirmed; priced and charged.
    const [booking] = await rows<{ id: number }>('SELECT id FROM bookings');
    const path = `bookings/${booking?.id}`;
    for (let i = 0; i < 3; i += 1) for (const read of ['dashboard', 'bookings', path]) await get(read);
    const patch = (field: string, body: object) =>
      call(
        `/api/${path}/${field}`,
        {
          method: 'PATCH',
          headers: { Cookie, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
        env,
      );
    expect((await patch('status', { status: 'confirmed' })).status).toBe(200);
    await deliver();
    expect((await patch('final-price', { finalPrice: 60_000 })).status).toBe(200);
    const { charge } = makePaymentCalls({ Cookie }, (url, init) => call(url, init, env));
    expect((await charge(booking?.id ?? 0, 17_500)).status).toBe(200);
    const [balance] = await rows<{ id: string }>("SELECT id FROM transactions WHERE kind = 'balance'");
    await deliverEvent(await findStripeEvent('payment_intent.succeeded', balance?.id), env);
    expect((await patch('status', { status: 'completed' })).status).toBe(200);
    await deliver();
  });
  const idle: Record<string, Usage & { cron: string }> = {};
  for (const [name, { cron }] of Object.entries(CRON_TASKS)) {
    idle[name] = { cron, ...(await measure((env) => runCronTask(env, name, { isForced: false }))) };
  }
  Object.assign(task.meta, { usage: { rental, idle } });
  expect(rental.rowsWritten).toBeLessThan(700);
  expect(rental.rowsRead).toBeLessThan(3000);
  expect(rental.emails).toBe(5);
  expect(rental.queueMessages).toBeLessThan(12);
});

type Usage = {
  requests: number;
  rowsRead: number;
  rowsWritten: number;
  queueMessages: number;
  emails: number;
};

/** What `use` needs of Cloudflare's services. Its queue only keeps the messages. */
async function measure(
  use: (
    env: Env,
    queue: Pick<ReturnType<typeof makeEnvWithQueue>, 'sent' | 'outboxMessages'>,
  ) => Promise<unknown>,
): Promise<Usage> {
  const counting = countingDatabase(testEnv.DB);
  const usage = { requests: 0, emails: 0, queueMessages: 0 };
  const { env, sent, outboxMessages } = makeEnvWithQueue({ LOG_LEVEL: 'info' });
  const EMAIL = {
    send: async () => {
      usage.emails += 1;
    },
  } as unknown as Env['EMAIL'];
  const TASKS = {
    send: async (message: Parameters<Env['TASKS']['send']>[0]) => {
      usage.queueMessages += 1;
      await env.TASKS.send(message);
    },
  } as unknown as Env['TASKS'];
  const log = captureLog();
  await use({ ...env, DB: counting.database, EMAIL, TASKS }, { sent, outboxMessages });
  usage.requests = log.lines('request').length;
  return { ...usage, rowsRead: counting.rowsRead(), rowsWritten: counting.rowsWritten() };
}

it('books, pays, gets the webhook and shows the booking, without personal data in the log', async () => {
  const log = captureLog();
  const { env, sent } = makeEnvWithQueue({ LOG_LEVEL: 'debug' });
  await addUnits(1);
  const order = { bookingId: 'pending', bookingData: makeBookingData(person) };

  const created = await post('/api/create-payment-intent', order, { headers, env });
  const { clientSecret } = await created.json<{ clientSecret: string }>();
  const asked = { paymentIntent: intentIdOf(clientSecret), clientSecret };
  const status = async () => {
    const reply = await post('/api/booking-status', asked, { headers, env });
    expect(reply.status).toBe(200);
    return reply.json();
  };
  expect(await status()).toEqual({ status: 'requires_payment_method', booking: null });

  expect(await pay(clientSecret)).toMatchObject({ status: 'succeeded' });
  expect((await deliverEvent(await findStripeEvent('payment_intent.succeeded'), env)).status).toBe(200);
  expect(await deliverTasks(sent, env)).toEqual(['ack']);

  const deliveryDate = inDays(10);
  const booking = {
    id: expect.any(Number),
    rentalType: '7-day',
    dumpsterType: '15-yard',
    deliveryDate,
    endDate: inDays(16),
    pickupDay: inDays(16),
    rentalTitle: '7-Day Rental',
    rentalLabel: '7-Day',
    sizeName: '15-Yard',
    materialName: null,
    sizeMeasures: { yards: 15, lengthIn: 192, widthIn: 90, heightIn: 54 },
    depositAmount: 42_500,
    status: 'pending',
  };
  expect(await status()).toEqual({ status: 'succeeded', booking });

  const again = await post('/api/create-payment-intent', order, { headers, env });
  expect([again.status, await again.json()]).toEqual([
    409,
    {
      code: 'already_paid',
      message: 'This rental is already paid.',
      requestId: again.headers.get('X-Request-Id'),
      booking,
      agreement: makeAgreement(FIRST_RATE_CARD),
    },
  ]);

  const text = log.text();
  expect(log.lines('request').length).toBe(5);
  expect(log.lines('booking_made')).toHaveLength(1);
  const secrets = [clientSecret, 'sk_test', 'whsec_', headers['CF-Connecting-IP'], '8675309', 'TULIP'];
  for (const secret of [...Object.values(person), ...secrets]) expect(text).not.toContain(secret);
});

it('returns nothing to callers who know only half of the pair', async () => {
  await addUnits(1);
  const order = { bookingId: 'pending', bookingData: makeBookingData(person) };
  const created = await post('/api/create-payment-intent', order);
  const { clientSecret } = await created.json<{ clientSecret: string }>();
  const paymentIntent = intentIdOf(clientSecret);
  const strangers = [
    { paymentIntent, clientSecret: `${paymentIntent}_secret_guess` },
    { paymentIntent: 'pi_other', clientSecret },
    { paymentIntent, clientSecret: ' ' },
    { paymentIntent, clientSecret: `${clientSecret} ` },
    { paymentIntent: '\ud800', clientSecret: '\udc00' },
  ];
  for (const asked of strangers) {
    const reply = await post('/api/booking-status', asked);
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'not_found' }]);
  }
  expect(await rows('SELECT id FROM bookings')).toEqual([]);
});
