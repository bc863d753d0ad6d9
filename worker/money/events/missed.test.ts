import { beforeEach, expect, it } from 'vitest';
import { makeContext } from '#worker/base/context.ts';
import type { Env } from '#worker/base/env.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { captureLog, debugEnv } from '#worker/test/http.ts';
import { createForeignPayment, payDepositAtStripe } from '#worker/test/payments.ts';
import { deliverEvent, deliverTasks, findStripeEvent, makeEnvWithQueue } from '#worker/test/webhook.ts';
import { addUnits, control, rows, startOver } from '#worker/test/world.ts';
import { fetchMissedEvents } from './missed.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The emulator keeps the events of other tests, so those of a test begin where the earlier ones end. */
beforeEach(async () => {
  await startOver();
  await addUnits(3);
  await cursor({ reachedAt: Date.now() + 60 * MINUTE_MS });
});

const cursor = ({ reachedAt, result = null }: { reachedAt: number; result?: unknown }) =>
  rows(
    'INSERT OR REPLACE INTO cursors (name, reached_at, result) VALUES (?, ?, ?)',
    'stripe-events',
    reachedAt,
    result === null ? null : JSON.stringify(result),
  );
const reached = () => rows('SELECT reached_at, result FROM cursors');

/** A paid deposit without a webhook. */
async function aPaidDeposit() {
  const intentId = await payDepositAtStripe();
  return { intentId, event: await findStripeEvent('payment_intent.succeeded', intentId) };
}

const recordedOf = (intentId: string) =>
  rows('SELECT id, type, processed_at FROM stripe_events WHERE object_id = ?', intentId);

/** Runs the task with its own queue. */
const fetchWith = (env: Env) => fetchMissedEvents(makeContext(env, { timeouts: 'background' }));

it('stores and queues the events that the webhook did not deliver', async () => {
  captureLog();
  const { event, intentId } = await aPaidDeposit();
  const { env, sent } = makeEnvWithQueue();
  const { missed } = await fetchWith(env);
  expect(await rows('SELECT * FROM stripe_events WHERE id = ?', event.id)).toEqual([
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
  expect(sent).toHaveLength(missed);
  expect(sent).toContainEqual({ type: 'stripe-event', eventId: event.id });
  await deliverTasks(sent, env);
  const bookings = await rows('SELECT stripe_payment_intent_id AS intent FROM bookings');
  expect(bookings).toContainEqual({ intent: intentId });
});

it('does not change stored events, whether the webhook or the task was first', async () => {
  captureLog();
  const { event, intentId } = await aPaidDeposit();
  const { env, sent } = makeEnvWithQueue();
  await deliverEvent(event, env);
  await deliverTasks(sent.splice(0), env);
  await fetchWith(env);
  await deliverEvent(event, env);
  expect(sent).not.toContainEqual({ type: 'stripe-event', eventId: event.id });
  expect(await recordedOf(intentId)).toEqual([
    { id: event.id, type: event.type, processed_at: expect.any(Number) },
  ]);
  // Each run reads the last hour again, including events of earlier tests.
  await fetchWith(env);
  expect((await fetchWith(env)).missed).toBe(0);
});

it('reads the event types that have a handler, with an overlap with the last run', async () => {
  captureLog();
  const { env } = makeEnvWithQueue();
  const nowMs = Date.now();
  await cursor({ reachedAt: nowMs - 5 * MINUTE_MS });
  await fetchWith(env);
  const [asked] = await listsOfEvents();
  expect(Number(asked?.created?.gte)).toBe(Math.floor((nowMs - 65 * MINUTE_MS) / 1000));
  expect(asked?.types).toContain('payment_intent.succeeded');
  expect(asked?.types).not.toContain('payment_intent.created');
  const [now] = await reached();
  expect(now).toEqual({ reached_at: expect.any(Number), result: null });
  expect(Number(now?.reached_at)).toBeGreaterThanOrEqual(nowMs);
});

it.each([
  ['a day at first', null, 1],
  ['never further than Stripe remembers', 400, 30],
])('reads back %s', async (_, reachedDaysAgo, days) => {
  captureLog();
  await rows('DELETE FROM cursors');
  if (reachedDaysAgo) await cursor({ reachedAt: Date.now() - reachedDaysAgo * DAY_MS });
  const { env } = makeEnvWithQueue();
  await fetchWith(env);
  const [asked] = await listsOfEvents();
  const back = Date.now() / 1000 - Number(asked?.created?.gte);
  expect(back).toBeGreaterThanOrEqual((days * DAY_MS) / 1000 - 1);
  expect(back).toBeLessThan((days * DAY_MS) / 1000 + 60);
});

it('continues where the last run stopped, and then begins at the time of that run', async () => {
  captureLog();
  const { event, intentId } = await aPaidDeposit();
  const { env, sent } = makeEnvWithQueue();
  const reading = {
    from: Number(event.created) * 1000 - MINUTE_MS,
    until: Number(event.created) * 1000,
    reaching: Date.now(),
  };
  await cursor({ reachedAt: reading.from, result: reading });
  await fetchWith(env);
  const [asked] = await listsOfEvents();
  expect(asked?.created).toEqual({
    gte: String(Math.floor(reading.from / 1000)),
    lte: String(event.created),
  });
  expect(await recordedOf(intentId)).toHaveLength(1);
  expect(sent).toContainEqual({ type: 'stripe-event', eventId: event.id });
  expect(await reached()).toEqual([{ reached_at: reading.reaching, result: null }]);
});

it('reads a limited number of pages in one run, and the rest in the next', async () => {
  captureLog();
  const intentId = await payDepositAtStripe(...Array.from({ length: 14 }, () => '4000000000000002'));
  const fetchOneByOne = () => {
    const ctx = makeContext(makeEnvWithQueue().env, { timeouts: 'background' });
    const { pageOfEvents } = ctx.stripe;
    return fetchMissedEvents({
      ...ctx,
      stripe: { ...ctx.stripe, pageOfEvents: (params) => pageOfEvents({ ...params, limit: 1 }) },
    });
  };
  const [before] = await reached();
  expect(await fetchOneByOne()).toEqual({ read: 10, missed: 10 });
  expect(await reached()).toEqual([
    { reached_at: Number(before?.reached_at) - 60 * MINUTE_MS, result: expect.stringContaining('until') },
  ]);
  await fetchWith(makeEnvWithQueue().env);
  expect(await recordedOf(intentId)).toHaveLength(15);
  expect(await reached()).toEqual([{ reached_at: expect.any(Number), result: null }]);
});

it('keeps its position while Stripe does not answer', async () => {
  captureLog();
  const before = await reached();
  const { env } = makeEnvWithQueue();
  await control('fail-next', { path: '/v1/events', status: 500, when: 'before', times: 3 });
  await expect(fetchWith(env)).rejects.toThrow();
  expect(await reached()).toEqual(before);
});

it('leaves events that the queue does not take to the cron', async () => {
  const log = captureLog();
  const { intentId } = await aPaidDeposit();
  const isDown = { send: () => Promise.reject(new Error('Queue send failed')) };
  await fetchWith({ ...debugEnv, TASKS: isDown as unknown as Env['TASKS'] });
  expect(await recordedOf(intentId)).toMatchObject([{ processed_at: null }]);
  expect(log.lines('stripe_events_not_queued')).toHaveLength(1);
});

it('ignores events of another product on the same account', async () => {
  captureLog();
  const id = await createForeignPayment();
  const { env, sent } = makeEnvWithQueue();
  await fetchWith(env);
  const recorded = await rows<{ id: string }>('SELECT id FROM stripe_events WHERE object_id = ?', id);
  const own = sent.filter((one) => recorded.some((row) => 'eventId' in one && one.eventId === row.id));
  expect(await deliverTasks(own, env)).toEqual(recorded.map(() => 'ack'));
  expect(await rows('SELECT id FROM transactions WHERE id = ?', id)).toEqual([]);
});

it('is part of a forced events task, which processes the missed events at once', async () => {
  captureLog();
  const { intentId } = await aPaidDeposit();
  const { env } = makeEnvWithQueue();
  const counts = await runCronTask(env, 'events', { isForced: true });
  expect(counts.missed).toBeGreaterThan(0);
  expect(await recordedOf(intentId)).toMatchObject([{ processed_at: expect.any(Number) }]);
  expect(await rows('SELECT 1 FROM bookings WHERE stripe_payment_intent_id = ?', intentId)).toHaveLength(1);
});

type Asked = { path: string; query: { types?: string[]; created?: { gte?: string; lte?: string } } };

async function listsOfEvents() {
  const asked = await control<Asked[]>('requests');
  return asked.filter(({ path }) => path === '/v1/events').map(({ query }) => query);
}
