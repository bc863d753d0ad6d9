import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog, debugEnv } from '#worker/test/http.ts';
import { control, rows, startOver } from '#worker/test/world.ts';
import { CRON_TASKS, runSchedule } from './schedule.ts';

const NIGHT = '30 7 * * *';
const DAY_MS = 86_400_000;

beforeEach(startOver);

it('runs all tasks of an expression and no others', async () => {
  const log = captureLog();
  await runSchedule(debugEnv, NIGHT);
  const names = Object.keys(CRON_TASKS).filter((name) => CRON_TASKS[name]?.cron === NIGHT);
  expect(log.lines('task_done').map(({ task }) => task)).toEqual(names);
  await runSchedule(debugEnv, '1 2 3 4 5');
  expect(log.lines('task_done')).toHaveLength(names.length);
});

it('a task that fails is logged and does not stop the others', async () => {
  const log = captureLog();
  await insertRow('stripe_events', 1, { received_at: 1, processed_at: Date.now() - 91 * DAY_MS });
  await control('fail-next', { path: '/v1/payment_intents', status: 500, when: 'before', times: 3 });
  await expect(runSchedule(debugEnv, NIGHT)).rejects.toThrow('Failed: reconcile');
  expect(log.lines('task_failed')).toMatchObject([{ level: 'error', task: 'reconcile' }]);
  expect(await rows('SELECT id FROM stripe_events')).toEqual([]);
  expect(log.lines('task_done').map(({ task }) => task)).toContain('purge');
});
