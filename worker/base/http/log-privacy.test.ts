import { beforeEach, expect, it } from 'vitest';
import type { Env } from '#worker/base/env.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import { call, captureLog, post } from '#worker/test/http.ts';
import { makePaymentCalls } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { deliverEvent, deliverTasks, findStripeEvent, makeEnvWithQueue } from '#worker/test/webhook.ts';
import {
  addUnits,
  control,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';

beforeEach(startOver);

const customer = {
  firstName: 'Persephone',
  lastName: 'Quillfeather',
  email: 'persephone.q@example.org',
  phone: '555 867 5309',
  address: '77 Secluded Lane',
  city: 'Hiddenville',
  // No digits: random ids in the log can contain any four of them.
  notes: 'Gate code TULIP',
};

/** A mail service that quotes the recipient when it refuses a mail. */
const refusingMail = {
  send: ({ to }: { to: string }) => Promise.reject(new Error(`550 5.1.1 <${to}>: mailbox of ${to} is full`)),
} as unknown as Env['EMAIL'];

it('nothing that customers or staff entered is logged, when calls succeed and when they fail', async () => {
  const log = captureLog();
  const { env, sent, outboxMessages } = makeEnvWithQueue({ LOG_LEVEL: 'debug', EMAIL: refusingMail });
  await addUnits(2);
  const dana = await signIn('dana.cole', 'admin');
  const office = (method: string, path: string, body?: object) =>
    call(
      `/api/${path}`,
      {
        method,
        headers: {
          Cookie: dana.Cookie,
          'Content-Type': 'application/json',
          'Idempotency-Key': crypto.randomUUID(),
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      env,
    );
  const { charge, refund } = makePaymentCalls(dana, (path, init) => call(path, init, env));

  const order = { bookingId: 'pending', bookingData: makeBookingData(customer) };
  await control('fail-next', {
    path: '/v1/payment_intents',
    status: 400,
    param: 'receipt_email',
    when: 'before',
    times: 1,
  });
  expect((await post('/api/create-payment-intent', order, { env })).status).toBe(400);
  const created = await post('/api/create-payment-intent', order, { env });
  const { clientSecret } = await created.json<{ clientSecret: string }>();
  await pay(clientSecret, '4000000000000002');
  await deliverEvent(await findStripeEvent('payment_intent.payment_failed'), env);
  await pay(clientSecret);
  await deliverEvent(await findStripeEvent('payment_intent.succeeded'), env);
  expect(await deliverTasks(sent, env)).toEqual(['ack', 'ack']);
  const [booking] = await rows<{ id: number }>('SELECT id FROM bookings');
  const id = booking?.id ?? 0;

  const search = encodeURIComponent(customer.email);
  expect((await office('GET', `bookings?search=${search}`)).status).toBe(200);
  expect((await office('GET', `clients/${search}/bookings`)).status).toBe(200);
  expect((await office('PATCH', `bookings/${id}/final-price`, { finalPrice: 60_000 })).status).toBe(200);
  expect((await office('PATCH', `bookings/${id}/status`, { status: 'confirmed' })).status).toBe(200);
  const link = await (await office('POST', `bookings/${id}/pay-link`)).json<{ url: string }>();
  const payToken = link.url.split('token=')[1] ?? link.url;
  await post('/api/create-payment-intent', { bookingId: id, payToken }, { env });
  await control('fail-next', { path: '/v1/refunds', method: 'POST', status: 400, when: 'before', times: 1 });
  await refund(id, 500, { reason: 'Persephone called' });
  expect((await refund(id, 500, { reason: 'Persephone called' })).status).toBe(200);
  expect((await charge(id, 17_500)).status).toBe(200);
  await post('/api/forgot-password', { email: 'dana.cole@example.com' }, { env });
  await post(
    '/api/reset-password',
    { token: payToken, password: 'open sesame 99', confirmPassword: 'x' },
    { env },
  );
  const wrong = { username: 'dana.cole', password: 'open sesame 99' };
  expect((await post('/api/admin/login', wrong, { env })).status).toBe(401);
  const outcomes = await deliverTasks(outboxMessages, env);
  expect(outcomes).toContain('retry');

  expect(log.lines('request').length).toBeGreaterThan(15);
  expect(log.lines('stripe_failed')).toHaveLength(1);
  expect(log.lines('task_failed')[0]?.error).toBe('Error: 550 5.1.1 <[e-mail]>: mailbox of [e-mail] is full');
  const text = log.text();
  const secrets = [clientSecret, payToken, 'sk_test', 'whsec_', '8675309', 'TULIP', 'sesame', 'dana.cole'];
  const session = dana.Cookie.split('=')[1] ?? dana.Cookie;
  for (const secret of [...Object.values(customer), ...secrets, session]) expect(text).not.toContain(secret);
});

it("an error of Stripe is described without Stripe's message, which quotes the value", async () => {
  const { ctx } = makeTestContext();
  const phone = '5558675309'.repeat(3);
  const error = await ctx.stripe.createCustomer({ phone }, crypto.randomUUID()).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProviderError);
  expect((error as Error).message).toMatch(/^StripeInvalidRequestError: status 400 \(phone\), req_\w+$/);
  expect(JSON.stringify(describeError(error))).not.toContain('5558');
});

it('an unknown error is described without e-mail addresses and client secrets', () => {
  const error = new Error('No inbox "ada.lee+1@mail.example.com"; pi_1_secret_Ab9 of Ada <ädä@exämple.de>.');
  expect(describeError(error).error).toBe(
    'Error: No inbox "[e-mail]"; pi_1_secret_[secret] of Ada <[e-mail]>.',
  );
  expect(describeError(error).stack).not.toMatch(/ada\.lee|Ab9/);
  expect(describeError('ada@example.com')).toEqual({ error: '[e-mail]' });
});
