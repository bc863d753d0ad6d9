import { beforeEach, expect, it } from 'vitest';
import { rentalEnd } from '#domain/rental.ts';
import { captureLog, post } from '#worker/test/http.ts';
import { deliverEvent, deliverTasks, findStripeEvent, makeEnvWithQueue } from '#worker/test/webhook.ts';
import { addUnits, inDays, intentIdOf, makeBookingData, pay, rows, startOver } from '#worker/test/world.ts';

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
  notes: 'Gate code 4711',
};

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
    endDate: rentalEnd('7-day', deliveryDate),
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
    },
  ]);

  const text = log.text();
  expect(log.lines('request').length).toBe(5);
  expect(log.lines('booking_made')).toHaveLength(1);
  const secrets = [clientSecret, 'sk_test', 'whsec_', headers['CF-Connecting-IP'], '5309', '4711'];
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
