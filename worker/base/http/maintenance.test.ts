import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { isInMaintenance } from '#worker/base/context.ts';
import type { Env } from '#worker/base/env.ts';
import { MAINTENANCE_KEY, MAINTENANCE_ON } from '#worker/base/platform/maintenance.ts';
import { CRON_TASKS, runCronTask, runSchedule } from '#worker/entry/cron/schedule.ts';
import { consumeDeadLetters } from '#worker/entry/queue/consumer.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call, captureLog, debugEnv, post, readError } from '#worker/test/http.ts';
import { deliverEvent, deliverTasks, makeEnvWithQueue } from '#worker/test/webhook.ts';
import { addUser, makeBookingData, rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

/** Each environment reads the flag again, as a new instance of the Worker does. */
async function inMaintenance<E extends Env>(env: E): Promise<E> {
  await testEnv.FLAGS.put(MAINTENANCE_KEY, MAINTENANCE_ON);
  onTestFinished(() => testEnv.FLAGS.delete(MAINTENANCE_KEY));
  return { ...env };
}

const REFUSED = {
  code: 'maintenance',
  message: 'We are updating our system. Please try again in a few minutes, or call (555) 010-0142.',
  phone: '(555) 010-0142',
  requestId: expect.any(String),
};

it.each([
  ['a public call', '/api/available-dumpster-types', null],
  [
    'a booking',
    '/api/create-payment-intent',
    () => ({ bookingId: 'pending', bookingData: makeBookingData() }),
  ],
  ['a login', '/api/admin/login', () => ({ username: 'dana', password: 'correct horse battery' })],
  ['a staff call without a session', '/api/bookings', null],
])('%s is answered 503 in maintenance, with the phone number and Retry-After', async (_, path, body) => {
  await addUser({ username: 'dana', password: 'correct horse battery', role: 'admin' });
  const env = await inMaintenance(testEnv);
  const reply = body ? await post(path, body(), { env }) : await call(path, {}, env);
  expect(reply.status).toBe(503);
  expect(reply.headers.get('Retry-After')).toBe('120');
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(await readError(reply)).toEqual(REFUSED);
  expect(await rows('SELECT 1 FROM checkouts UNION ALL SELECT 1 FROM rate_limits')).toEqual([]);
});

it('the health check answers in maintenance, with the checks for callers with the key, and writes nothing', async () => {
  const env = await inMaintenance({ ...testEnv, HEALTH_KEY: 'key' });
  const reply = await call('/api/health', {}, env);
  expect([reply.status, await reply.json()]).toEqual([200, { status: 'maintenance' }]);
  const withKey = await call('/api/health', { headers: { Authorization: 'Bearer key' } }, env);
  expect([withKey.status, await withKey.json()]).toEqual([
    200,
    { status: 'maintenance', checks: expect.arrayContaining([expect.objectContaining({ name: 'schema' })]) },
  ]);
  expect(await rows('SELECT task FROM cron_runs')).toEqual([]);
});

it('the webhook is answered 503 and stores nothing', async () => {
  const { env, sent } = makeEnvWithQueue();
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } };
  const reply = await deliverEvent({ ...event, created: 1, livemode: false }, await inMaintenance(env));
  expect(reply.status).toBe(503);
  expect(await rows('SELECT id FROM stripe_events')).toEqual([]);
  expect(sent).toEqual([]);
});

it('no cron task runs, except the one that finishes a restore', async () => {
  const log = captureLog();
  const env = await inMaintenance(debugEnv);
  for (const cron of new Set(Object.values(CRON_TASKS).map((task) => task.cron)))
    await runSchedule(env, cron);
  expect(log.lines('task_done')).toEqual([]);
  await expect(runCronTask(env, 'holds', { isForced: true })).rejects.toThrow(
    'holds does not run in maintenance: end it with npm run maintenance -- off.',
  );
  expect(await runCronTask(env, 'after-restore', { isForced: true })).toEqual({});
  await insertRow('restores', 1, { finished_at_ms: null });
  await runSchedule(env, '* * * * *');
  expect(log.lines('task_done')).toMatchObject([{ task: 'after-restore', open: 0 }]);
});

it('a queue message is sent again as a new one, so that it keeps its attempts', async () => {
  await insertRow('users', 1);
  await insertRow('outbox', 1);
  const { env, sent, outboxMessages } = makeEnvWithQueue();
  const messages = [
    { type: 'outbox', id: 'outbox-1' },
    { type: 'stripe-event', eventId: 'evt_1' },
  ];
  expect(await deliverTasks(messages, await inMaintenance(env))).toEqual(['ack', 'ack']);
  expect([...outboxMessages, ...sent]).toEqual(messages);
  expect(await rows('SELECT attempts, done_at FROM outbox')).toEqual([{ attempts: 0, done_at: null }]);
});

it('a message that the queue does not take back is retried', async () => {
  const log = captureLog();
  const TASKS = { send: () => Promise.reject(new Error('Queue send failed')) } as unknown as Env['TASKS'];
  const env = await inMaintenance({ ...debugEnv, TASKS });
  expect(await deliverTasks([{ type: 'outbox', id: 'outbox-1' }], env)).toEqual(['retry']);
  expect(log.lines('task_not_postponed')).toHaveLength(1);
});

it('dead letters are delivered again later', async () => {
  const delays: unknown[] = [];
  const batch = { messages: [], retryAll: (options: unknown) => delays.push(options) };
  await consumeDeadLetters(batch as unknown as MessageBatch<unknown>, await inMaintenance(testEnv));
  expect(delays).toEqual([{ delaySeconds: 3600 }]);
});

it('an instance of the Worker reads the flag every five seconds, and keeps it while KV does not answer', async () => {
  const answers = [MAINTENANCE_ON, null, new Error('KV is not available')];
  const FLAGS = {
    get: async () => {
      const answer = answers.shift() ?? null;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const env = { ...testEnv, FLAGS: FLAGS as unknown as Env['FLAGS'], ENVIRONMENT: 'production' };
  expect(await isInMaintenance(env, 0)).toBe(true);
  expect(await isInMaintenance(env, 4999)).toBe(true);
  expect(answers).toHaveLength(2);
  expect(await isInMaintenance(env, 5000)).toBe(false);
  answers.unshift(MAINTENANCE_ON);
  expect(await isInMaintenance(env, 10_000)).toBe(true);
  expect(await isInMaintenance(env, 15_000)).toBe(true);
  expect(answers).toEqual([]);
});

it('a call does not wait for the flag while the last answer is younger than fifteen seconds', async () => {
  let answer: string | null = null;
  const reads: (() => void)[] = [];
  const get = () => new Promise((resolve) => reads.push(() => resolve(answer)));
  const env = { ...testEnv, FLAGS: { get } as unknown as Env['FLAGS'], ENVIRONMENT: 'production' };
  const behind: Promise<void>[] = [];
  const isOn = (nowMs: number) => isInMaintenance(env, nowMs, (work) => void behind.push(work));
  const answerAll = () => {
    for (const reply of reads.splice(0)) reply();
  };
  const first = isOn(0);
  answerAll();
  expect(await first).toBe(false);
  answer = MAINTENANCE_ON;
  expect(await isOn(4999)).toBe(false);
  expect(reads).toHaveLength(0);
  expect(await isOn(14_999)).toBe(false);
  answerAll();
  await Promise.all(behind);
  expect([await isOn(15_000), behind.length]).toEqual([true, 1]);
  answer = null;
  const old = isOn(29_999);
  answerAll();
  expect(await old).toBe(false);
});

it('the session of a call is checked while the flag is read', async () => {
  const env = await inMaintenance(testEnv);
  let checked = 0;
  const SESSIONS = new Proxy(testEnv.SESSIONS, {
    get: (target, name) => {
      if (name === 'get') checked += 1;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const headers = { Cookie: `__Host-session=1.${'a'.repeat(43)}` };
  const reply = await call('/api/bookings', { headers }, { ...env, SESSIONS });
  expect([reply.status, (await readError(reply)).code, checked]).toEqual([503, 'maintenance', 1]);
});

it('a new instance that cannot read the flag is in maintenance only while a restore is not finished', async () => {
  const get = () => Promise.reject(new Error('KV is not available'));
  const isOn = () => isInMaintenance({ ...testEnv, FLAGS: { get } as unknown as Env['FLAGS'] }, 0);
  expect(await isOn()).toBe(false);
  await rows('CREATE TABLE restore_unfinished (started_at INTEGER)');
  expect(await isOn()).toBe(true);
  await rows('DROP TABLE restore_unfinished');
  await insertRow('restores', 1, { finished_at_ms: null });
  expect(await isOn()).toBe(true);
  await rows('UPDATE restores SET finished_at_ms = 1');
  expect(await isOn()).toBe(false);
});
