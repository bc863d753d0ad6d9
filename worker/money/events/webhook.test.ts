import { beforeEach, describe, expect, it } from 'vitest';
import type { Env } from '#worker/base/env.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { handleUnprocessedEvents } from '#worker/entry/queue/stripe-events.ts';
import { call, captureLog, readError } from '#worker/test/http.ts';
import {
  deliverEvent,
  deliverTasks,
  type Event,
  findStripeEvent,
  makeEnvWithQueue,
  signEvent,
} from '#worker/test/webhook.ts';
import {
  addUnits,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';

beforeEach(async () => {
  await startOver();
  await addUnits(1);
});

/** A deposit that is paid at Stripe but not stored yet, and its event. */
async function aPaidDeposit(...failingCards: string[]) {
  const { ctx } = makeTestContext();
  const { clientSecret } = await openCheckout(ctx, {
    data: makeBookingData(),
    key: crypto.randomUUID(),
    ip: '',
  });
  for (const card of failingCards) await pay(clientSecret, card);
  expect(await pay(clientSecret)).toMatchObject({ status: 'succeeded' });
  const intentId = intentIdOf(clientSecret);
  return { ctx, intentId, event: await findStripeEvent('payment_intent.succeeded', intentId) };
}

const recorded = () => rows('SELECT id, type, object_id, attempts, error FROM stripe_events ORDER BY id');
const open = () => rows<{ id: string }>('SELECT id FROM stripe_events WHERE processed_at IS NULL');
const bookings = () =>
  rows('SELECT stripe_payment_intent_id AS intent, status, deposit_amount FROM bookings');
const statusOf = async (event: unknown, env: Env, signing = {}) =>
  (await deliverEvent(event, env, signing)).status;

describe('an event', () => {
  it('is stored with only its ids, queued, and answered', async () => {
    const { event, intentId } = await aPaidDeposit();
    const { env, sent } = makeEnvWithQueue();
    const reply = await deliverEvent(event, env);
    expect([reply.status, await reply.json()]).toEqual([200, { received: true }]);
    expect(await rows('SELECT * FROM stripe_events')).toEqual([
      {
        id: event.id,
        type: 'payment_intent.succeeded',
        object_id: intentId,
        api_version: event.api_version,
        created: Number(event.created) * 1000,
        received_at: expect.any(Number),
        processed_at: null,
        attempts: 0,
        error: null,
      },
    ]);
    expect(sent).toEqual([{ type: 'stripe-event', eventId: event.id }]);
    expect(await bookings()).toEqual([]);
  });

  it('that is delivered twice is stored once', async () => {
    const { event } = await aPaidDeposit();
    const { env, sent, geocodeMessages } = makeEnvWithQueue();
    const statuses = await Promise.all([1, 2, 3].map(() => statusOf(event, env)));
    expect(statuses).toEqual([200, 200, 200]);
    expect(await recorded()).toHaveLength(1);
    expect(await deliverTasks(sent, env)).toEqual(sent.map(() => 'ack'));
    expect(await bookings()).toHaveLength(1);
    expect(geocodeMessages).toEqual([{ type: 'geocode', bookingId: 1 }]);
  });

  it('that is processed is not queued again', async () => {
    const { event } = await aPaidDeposit();
    const { env, sent } = makeEnvWithQueue();
    await statusOf(event, env);
    await deliverTasks(sent.splice(0), env);
    expect(await statusOf(event, env)).toBe(200);
    expect(sent).toEqual([]);
  });

  it('of a type without a handler is stored as processed', async () => {
    const { env, sent } = makeEnvWithQueue();
    const { event } = await aPaidDeposit();
    const other = { ...event, id: 'evt_other', type: 'customer.tax_id.created' };
    expect(await statusOf(other, env)).toBe(200);
    expect(await recorded()).toMatchObject([{ id: 'evt_other', type: 'customer.tax_id.created' }]);
    expect([await open(), sent]).toEqual([[], []]);
  });

  it('stays stored when the queue fails, and the reply makes Stripe retry', async () => {
    captureLog();
    const { event } = await aPaidDeposit();
    const { env, sent } = makeEnvWithQueue();
    const isDown = { send: () => Promise.reject(new Error('Queue send failed')) };
    expect(await statusOf(event, { ...env, TASKS: isDown as unknown as Env['TASKS'] })).toBe(500);
    expect(await open()).toEqual([{ id: event.id }]);
    expect(await statusOf(event, env)).toBe(200);
    expect(sent).toEqual([{ type: 'stripe-event', eventId: event.id }]);
    expect(await recorded()).toHaveLength(1);
  });
});

describe('an event is not stored', () => {
  async function expectRefused(reply: Response, sent: unknown[]) {
    expect([reply.status, (await readError(reply)).code]).toEqual([400, 'invalid']);
    expect([await recorded(), sent]).toEqual([[], []]);
  }

  it.each([
    ['signed with another secret', { secret: 'whsec_forged' }],
    ['older than five minutes', { ageSeconds: 302 }],
  ])('%s', async (_, signing) => {
    const { env, sent } = makeEnvWithQueue();
    const { event } = await aPaidDeposit();
    await expectRefused(await deliverEvent(event, env, signing), sent);
    expect(await bookings()).toEqual([]);
  });

  it('whose body was changed after it was signed', async () => {
    const { env, sent } = makeEnvWithQueue();
    const { event } = await aPaidDeposit();
    const signature = await signEvent(JSON.stringify(event));
    const body = JSON.stringify({ ...event, id: 'evt_changed' });
    const headers = { 'Stripe-Signature': signature };
    await expectRefused(await call('/api/stripe/webhook', { method: 'POST', body, headers }, env), sent);
  });

  it.each([{}, { 'Stripe-Signature': '' }, { 'Stripe-Signature': 't=1' }, { 'Stripe-Signature': 'v1=' }])(
    'with the headers %j',
    async (headers) => {
      const { env, sent } = makeEnvWithQueue();
      const { event } = await aPaidDeposit();
      const init = {
        method: 'POST',
        body: JSON.stringify(event),
        headers: headers as Record<string, string>,
      };
      await expectRefused(await call('/api/stripe/webhook', init, env), sent);
    },
  );

  it.each(['', 'not json', '[]', '{}', 'null', '17'])('if its body is not an event: %j', async (body) => {
    const { env, sent } = makeEnvWithQueue();
    const headers = { 'Stripe-Signature': await signEvent(body) };
    await expectRefused(await call('/api/stripe/webhook', { method: 'POST', body, headers }, env), sent);
  });

  it('of the other mode, which gets a success reply', async () => {
    const { env, sent } = makeEnvWithQueue();
    const { event } = await aPaidDeposit();
    expect(await statusOf({ ...event, livemode: true }, env)).toBe(200);
    const live = { ...env, STRIPE_SECRET_KEY: 'sk_live_x' };
    expect(await statusOf(event, live)).toBe(200);
    expect([await recorded(), sent]).toEqual([[], []]);
  });
});

it('accepts an event that is just under five minutes old', async () => {
  const { env } = makeEnvWithQueue();
  const { event } = await aPaidDeposit();
  expect(await statusOf(event, env, { ageSeconds: 290 })).toBe(200);
});

it('accepts the previous secret while it is being changed, and no longer', async () => {
  const { event } = await aPaidDeposit();
  const { env } = makeEnvWithQueue({
    STRIPE_WEBHOOK_SECRET: 'whsec_new',
    STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_old',
  });
  expect(await statusOf(event, env, { secret: 'whsec_new' })).toBe(200);
  expect(await statusOf(event, env, { secret: 'whsec_old' })).toBe(200);
  const later = makeEnvWithQueue({ STRIPE_WEBHOOK_SECRET: 'whsec_new', STRIPE_WEBHOOK_SECRET_PREVIOUS: '' });
  expect(await statusOf(event, later.env, { secret: 'whsec_old' })).toBe(400);
});

describe('handling', () => {
  it('creates one booking for any number of deliveries of an event', async () => {
    const { env } = makeEnvWithQueue();
    const { event, intentId } = await aPaidDeposit();
    await deliverEvent(event, env);
    const message = { type: 'stripe-event', eventId: event.id };
    expect(await deliverTasks([message, message, message], env)).toEqual(['ack', 'ack', 'ack']);
    expect(await deliverTasks([message], env)).toEqual(['ack']);
    expect(await bookings()).toEqual([{ intent: intentId, status: 'pending', deposit_amount: 42_500 }]);
    expect(await recorded()).toMatchObject([{ id: event.id, attempts: 1, error: null }]);
  });

  it('ignores a failure that is reported after the success', async () => {
    const { env, sent } = makeEnvWithQueue();
    const { event, intentId } = await aPaidDeposit('4000000000000002');
    const failure = await findStripeEvent('payment_intent.payment_failed', intentId);
    await deliverEvent(event, env);
    await deliverTasks(sent.splice(0), env);
    const before = await snapshot();
    expect(before.transactions).toMatchObject([{ id: intentId, status: 'succeeded' }]);
    await deliverEvent(failure, env);
    await deliverEvent({ ...failure, id: 'evt_failure_again' }, env);
    expect(await deliverTasks(sent, env)).toEqual(['ack', 'ack']);
    expect(await snapshot()).toEqual(before);
    expect(await open()).toEqual([]);
  });

  it("uses Stripe's object and not the copy in the event", async () => {
    const { env, sent } = makeEnvWithQueue();
    const { ctx } = makeTestContext();
    const reply = await openCheckout(ctx, { data: makeBookingData(), key: null, ip: '' });
    const paid = await eventOfUnpaid(intentIdOf(reply.clientSecret));
    await deliverEvent(paid, env);
    expect(await deliverTasks(sent, env)).toEqual(['ack']);
    expect(await bookings()).toEqual([]);
  });

  it('ignores objects of other systems', async () => {
    const { env, sent } = makeEnvWithQueue({ ENVIRONMENT: 'preview' });
    const { event } = await aPaidDeposit();
    await deliverEvent(event, env);
    expect(await deliverTasks(sent, env)).toEqual(['ack']);
    expect([await bookings(), await open()]).toEqual([[], []]);
  });

  it('retries a failed message without delaying the others', async () => {
    const log = captureLog();
    const { env, sent } = makeEnvWithQueue();
    const { event } = await aPaidDeposit();
    const lost = { ...event, id: 'evt_lost', data: { object: { id: 'pi_that_is_not_there' } } };
    await deliverEvent(lost, env);
    await deliverEvent(event, env);
    const messages = [sent[0], { type: 'nonsense' }, sent[1]];
    expect(await deliverTasks(messages, env)).toEqual(['retry', 'retry', 'ack']);
    expect(await bookings()).toHaveLength(1);
    expect(await recorded()).toMatchObject(
      [
        { id: event.id, attempts: 1, error: null },
        { id: 'evt_lost', attempts: 1, error: expect.stringContaining('resource_missing') },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect(log.lines('task_failed')).toHaveLength(2);
  });
});

describe('an event that the queue lost', () => {
  const isForced = false;

  it('is processed by the cron after two minutes', async () => {
    const { env } = makeEnvWithQueue();
    const { event, ctx } = await aPaidDeposit();
    await deliverEvent(event, env);
    expect(await handleUnprocessedEvents(ctx, { isForced })).toEqual({
      examined: 0,
      processed: 0,
      failed: 0,
    });
    const later = makeTestContext();
    later.passMinutes(3);
    const counts = { examined: 1, processed: 1, failed: 0 };
    expect(await handleUnprocessedEvents(later.ctx, { isForced })).toEqual(counts);
    expect([await bookings(), await open()]).toMatchObject([[{ deposit_amount: 42_500 }], []]);
    expect(await handleUnprocessedEvents(later.ctx, { isForced })).toMatchObject({ examined: 0 });
  });

  it('is processed at once by a forced task, even if other events fail', async () => {
    captureLog();
    const { env } = makeEnvWithQueue();
    const { event, ctx } = await aPaidDeposit();
    await deliverEvent({ ...event, id: 'evt_lost', data: { object: { id: 'pi_gone' } } }, env);
    await deliverEvent(event, env);
    const counts = { examined: 2, processed: 1, failed: 1 };
    expect(await handleUnprocessedEvents(ctx, { isForced: true })).toEqual(counts);
    expect(await open()).toEqual([{ id: 'evt_lost' }]);
  });
});

/** All rows that a payment changes, without their update times. */
async function snapshot() {
  return {
    bookings: await rows('SELECT * FROM bookings'),
    transactions: await rows('SELECT id, status, amount, booking_id FROM transactions'),
    days: await rows('SELECT * FROM dumpster_schedule'),
    checkouts: await rows('SELECT * FROM checkouts'),
  };
}

/** An event that claims an unpaid intent was paid. */
async function eventOfUnpaid(intentId: string): Promise<Event> {
  const object = { id: intentId, object: 'payment_intent', status: 'succeeded', amount_received: 42_500 };
  const created = await findStripeEvent('payment_intent.created', intentId);
  return { ...created, id: 'evt_claim', type: 'payment_intent.succeeded', data: { object } };
}
