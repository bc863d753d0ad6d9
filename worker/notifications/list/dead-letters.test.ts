import { beforeEach, expect, it } from 'vitest';
import { MAX_OUTBOX_ATTEMPTS } from '#worker/notifications/outbox/process.ts';
import { consumeDeadLetters } from '#worker/queue/dead-letters.ts';
import { processOutboxRow, processPendingRows } from '#worker/queue/outbox.ts';
import { queueSpanMs, retryDelaySeconds } from '#worker/queue/retry-policy.ts';
import { insertRow } from '#worker/test/builders.ts';
import { failingDatabase } from '#worker/test/failing-database.ts';
import { captureLog } from '#worker/test/http.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(async () => {
  await startOver();
  await insertRow('users', 1);
  await insertRow('bookings', 1);
});

const SESSIONS = { type: 'outbox', id: 'outbox-1' };
const letters = () => rows('SELECT id, message FROM dead_letters ORDER BY rowid');
const notice = async () => (await rows('SELECT attempts, done_at, dead_at FROM outbox'))[0];

/** The dead-letter queue delivering messages; what became of each. */
async function deliver(bodies: unknown[], env = testEnv) {
  const outcomes: string[] = [];
  const messages = bodies.map((body, i) => ({
    id: `message-${i}`,
    body,
    ack: () => outcomes.push('ack'),
    retry: ({ delaySeconds }: { delaySeconds: number }) => outcomes.push(`retry in ${delaySeconds} s`),
  }));
  const batch = { queue: 'dumpster-rental-dead-letters', messages };
  await consumeDeadLetters(batch as unknown as MessageBatch<unknown>, env);
  return outcomes;
}

it('writes down what the queue gave up, once, and its notice is dead', async () => {
  await insertRow('outbox', 1);
  const log = captureLog();
  expect(await deliver([SESSIONS])).toEqual(['ack']);
  expect(await deliver([SESSIONS])).toEqual(['ack']);
  expect(await letters()).toEqual([{ id: 'message-0', message: JSON.stringify(SESSIONS) }]);
  expect(await notice()).toMatchObject({ done_at: null, dead_at: expect.any(Number) });
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

it('keeps only the ids of an unknown message', async () => {
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
  expect((await letters()).map(({ message }) => JSON.parse(String(message)))).toEqual([
    { type: 'stripe-event', eventId: 'evt_1' },
    { type: 'operation', id: 7 },
    { type: 'outbox', id: '[removed]', '[removed]': '[removed]', bookingId: 12 },
    { type: '[removed]' },
    { type: '[removed]' },
    { type: '[removed]' },
  ]);
});

it('leaves alone what was done in between', async () => {
  captureLog();
  await insertRow('outbox', 1, { done_at: 5 });
  await deliver([SESSIONS]);
  expect(await notice()).toMatchObject({ done_at: 5, dead_at: null });
});

it('leaves a letter in the queue while the database does not answer', async () => {
  const log = captureLog();
  const DB = failingDatabase(testEnv.DB, 'D1 is away');
  expect(await deliver([SESSIONS, SESSIONS], { ...testEnv, DB })).toEqual(['retry in 60 s', 'retry in 60 s']);
  expect(log.lines('dead_letter_not_kept')).toHaveLength(2);
});

it('ignores a dead row, from queue and cron', async () => {
  const { ctx, mails } = makeTestContext();
  await insertRow('outbox', 1, { kind: 'password-reset', dead_at: 5 });
  await processOutboxRow(ctx, 'outbox-1');
  expect(await processPendingRows(ctx, { includeRecent: true })).toMatchObject({ examined: 0 });
  expect([mails, await notice()]).toEqual([[], { attempts: 0, done_at: null, dead_at: 5 }]);
});

it('a notice that fails whenever the cron tries it is dead in the end', async () => {
  const { ctx, passMinutes } = makeTestContext();
  const log = captureLog();
  // No handler exists for it.
  await insertRow('outbox', 1, {
    ...{ kind: 'unknown', user_id: null, booking_id: 1, cause: 'unknown:1' },
    created_at: ctx.now(),
  });
  const runs: number[] = [];
  for (let minutes = 0; minutes <= 240; minutes += 5) {
    passMinutes(5);
    const { examined } = await processPendingRows(ctx, { includeRecent: false });
    if (examined > 0) runs.push(minutes);
  }
  expect(runs).toHaveLength(MAX_OUTBOX_ATTEMPTS);
  // The first by which the queue should have begun, the others after it would have ended.
  expect(runs.slice(0, 3)).toEqual([0, 115, 120]);
  expect(await notice()).toMatchObject({ attempts: MAX_OUTBOX_ATTEMPTS, dead_at: expect.any(Number) });
  expect(await letters()).toEqual([{ id: expect.any(String), message: JSON.stringify(SESSIONS) }]);
  expect(log.lines('dead_letter')).toMatchObject([{ id: 'outbox-1' }]);
});

it('the queue waits longer each time, an hour at most; development may hurry it', () => {
  const { ctx } = makeTestContext();
  const attempts = [1, 2, 3, 4, 5, 6, 7];
  expect(attempts.map((n) => retryDelaySeconds(ctx, n))).toEqual([2, 10, 50, 250, 1250, 3600, 3600]);
  const settings = { ...ctx.settings, retrySeconds: 3 };
  expect(attempts.map((n) => retryDelaySeconds({ settings }, n))).toEqual([3, 3, 3, 3, 3, 3, 3]);
  expect([queueSpanMs(ctx), queueSpanMs({ settings })]).toEqual([2 * 3_600_000, 150_000]);
});
