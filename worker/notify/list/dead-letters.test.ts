import { createExecutionContext } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { getEnvSettings } from '#worker/base/env.ts';
import { processOutboxRow, processPendingRows } from '#worker/entry/queue/outbox.ts';
import { queueSpanMs, retryDelaySeconds } from '#worker/entry/queue/retry-policy.ts';
import worker from '#worker/index.ts';
import { storeDeadLetter } from '#worker/notify/outbox/dead-letters.ts';
import { restoreDeadRow } from '#worker/notify/outbox/dead-letters-repo.ts';
import { MAX_OUTBOX_ATTEMPTS } from '#worker/notify/outbox/process.ts';
import { insertRow } from '#worker/test/builders.ts';
import { failingDatabase } from '#worker/test/databases.ts';
import { captureLog } from '#worker/test/http.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(async () => {
  await startOver();
  await insertRow('users', 1);
  await insertRow('bookings', 1);
});

const SESSIONS = { type: 'outbox', id: 'outbox-1' };
const stored = () => rows('SELECT id, kind, subject FROM outbox ORDER BY rowid');
const outboxRow = async () => (await rows('SELECT attempts, done_at, dead_at FROM outbox'))[0];

/** Delivers messages of a queue, the dead-letter queue by default. Returns the result of each. */
async function deliver(bodies: unknown[], env = testEnv, queue = getEnvSettings(testEnv).deadLetterQueue) {
  const outcomes: string[] = [];
  const messages = bodies.map((body, i) => ({
    id: `message-${i}`,
    body,
    ack: () => outcomes.push('ack'),
    retry: ({ delaySeconds }: { delaySeconds: number }) => outcomes.push(`retry in ${delaySeconds} s`),
  }));
  const batch = { queue, messages } as unknown as MessageBatch<unknown>;
  await worker.queue(batch, env, createExecutionContext());
  return outcomes;
}

it('a message that the queue gave up marks its outbox row dead, once', async () => {
  await insertRow('outbox', 1);
  const log = captureLog();
  expect(await deliver([SESSIONS])).toEqual(['ack']);
  expect(await deliver([SESSIONS])).toEqual(['ack']);
  expect(await stored()).toHaveLength(1);
  expect(await outboxRow()).toMatchObject({ done_at: null, dead_at: expect.any(Number) });
  expect(log.lines('dead_letter')).toEqual([
    {
      level: 'error',
      event: 'dead_letter',
      ...SESSIONS,
      messageId: 'message-0',
      kind: 'end-sessions',
      isSecurity: true,
    },
  ]);
});

it('the dead-letter queue is the one that DEAD_LETTER_QUEUE names', async () => {
  const renamed = { ...testEnv, DEAD_LETTER_QUEUE: 'renamed-dead-letters' };
  captureLog();
  expect(await deliver([{ type: 'rain' }], renamed, 'renamed-dead-letters')).toEqual(['ack']);
  expect(await stored()).toMatchObject([{ id: 'message-0', kind: 'malformed' }]);
  expect(await deliver([{ type: 'rain' }], renamed, 'renamed-tasks')).toEqual([
    expect.stringMatching(/^retry/),
  ]);
  expect(await stored()).toHaveLength(1);
});

it('stores an unknown message by its type and ids, and nothing else of it', async () => {
  captureLog();
  const bodies = [
    { type: 'stripe-event', eventId: 'evt_1' },
    { type: 'operation', id: 7 },
    { type: 'outbox', id: 'ada@example.com', token: 'pay-token', bookingId: 12 },
    'whsec_everything',
    null,
    Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`${i}Id`, i])),
  ];
  expect(await deliver(bodies)).toEqual(bodies.map(() => 'ack'));
  const malformed = (n: number, message: Record<string, string | number>) => ({
    id: `message-${n}`,
    kind: 'malformed',
    subject: JSON.stringify(message),
  });
  expect(await stored()).toEqual([
    { id: 'message-0', kind: 'stripe-event', subject: 'evt_1' },
    { id: 'message-1', kind: 'operation', subject: '7' },
    malformed(2, { type: 'outbox', id: '[removed]', '[removed]': '[removed]', bookingId: 12 }),
    malformed(3, { type: '[removed]' }),
    malformed(4, { type: '[removed]' }),
    malformed(5, { type: '[removed]' }),
  ]);
});

it('a row that is done does not become dead', async () => {
  captureLog();
  await insertRow('outbox', 1, { done_at: 5 });
  await deliver([SESSIONS]);
  expect(await outboxRow()).toMatchObject({ done_at: 5, dead_at: null });
});

it('a dead letter stays in the queue while the database does not answer', async () => {
  const log = captureLog();
  const DB = failingDatabase(testEnv.DB, 'D1 is away');
  expect(await deliver([SESSIONS, SESSIONS], { ...testEnv, DB })).toEqual(['retry in 60 s', 'retry in 60 s']);
  expect(log.lines('dead_letter_not_stored')).toHaveLength(2);
});

it('neither queue nor cron processes a dead row', async () => {
  const { ctx, mails } = makeTestContext();
  await insertRow('outbox', 1, { kind: 'password-reset', dead_at: 5 });
  await processOutboxRow(ctx, 'outbox-1');
  expect(await processPendingRows(ctx, { includeRecent: true })).toMatchObject({ examined: 0 });
  expect([mails, await outboxRow()]).toEqual([[], { attempts: 0, done_at: null, dead_at: 5 }]);
});

it('a row that fails at every attempt of the cron is dead in the end', async () => {
  const { ctx, passMinutes } = makeTestContext();
  const log = captureLog();
  // No handler exists for the kind.
  await insertRow('outbox', 1, {
    kind: 'unknown',
    user_id: null,
    booking_id: 1,
    dedupe_key: 'unknown:1',
    created_at: ctx.now(),
  });
  const runs: number[] = [];
  for (let minutes = 0; minutes <= 240; minutes += 5) {
    passMinutes(5);
    const { examined } = await processPendingRows(ctx, { includeRecent: false });
    if (examined > 0) runs.push(minutes);
  }
  expect(runs).toHaveLength(MAX_OUTBOX_ATTEMPTS);
  // The first when the queue should have begun, the others when it must have finished.
  expect(runs.slice(0, 3)).toEqual([0, 115, 120]);
  expect(await outboxRow()).toMatchObject({ attempts: MAX_OUTBOX_ATTEMPTS, dead_at: expect.any(Number) });
  expect(await stored()).toHaveLength(1);
  expect(log.lines('dead_letter')).toMatchObject([{ id: 'outbox-1' }]);
});

it('the delays of the queue grow to an hour; RETRY_SECONDS makes them equal', () => {
  const { ctx } = makeTestContext();
  const attempts = [1, 2, 3, 4, 5, 6, 7];
  expect(attempts.map((n) => retryDelaySeconds(ctx, n))).toEqual([2, 10, 50, 250, 1250, 3600, 3600]);
  const settings = { ...ctx.settings, retrySeconds: 3 };
  expect(attempts.map((n) => retryDelaySeconds({ settings }, n))).toEqual([3, 3, 3, 3, 3, 3, 3]);
  expect([queueSpanMs(ctx), queueSpanMs({ settings })]).toEqual([2 * 3_600_000, 150_000]);
});

it('a failed event is processed when staff retry it, and can fail again', async () => {
  captureLog();
  const event = { type: 'stripe-event', eventId: 'evt_1' };
  await insertRow('stripe_events', 1, { processed_at: null, type: 'customer.created' });
  await deliver([event]);
  const { ctx } = makeTestContext();
  await restoreDeadRow(ctx.db, { id: 'message-0', at: 5, by: 1 });
  await storeDeadLetter(ctx, { messageId: 'message-0', body: event });
  expect(await outboxRow()).toMatchObject({ dead_at: null });
  await storeDeadLetter(ctx, { messageId: 'message-1', body: event });
  expect(await outboxRow()).toMatchObject({ dead_at: expect.any(Number) });
  await restoreDeadRow(ctx.db, { id: 'message-0', at: 6, by: 1 });
  await processOutboxRow(ctx, 'message-0');
  expect(await outboxRow()).toMatchObject({ done_at: expect.any(Number), attempts: 1 });
  expect(await rows('SELECT processed_at FROM stripe_events')).toEqual([
    { processed_at: expect.any(Number) },
  ]);
});

it('an e-mail to a customer that was given up is in the history of the booking, once', async () => {
  await insertRow('outbox', 1, {
    kind: 'booking-confirmed',
    dedupe_key: 'booking-confirmed:1',
    user_id: null,
    booking_id: 1,
  });
  captureLog();
  for (const _ of [1, 2]) await deliver([SESSIONS]);
  expect(await rows("SELECT actor_type, after ->> '$.kind' AS kind FROM history")).toEqual([
    { actor_type: 'system', kind: 'booking-confirmed' },
  ]);
});
