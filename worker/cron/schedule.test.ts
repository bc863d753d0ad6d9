import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog, talkativeEnv } from '#worker/test/http.ts';
import { control, rows, startOver } from '#worker/test/world.ts';
import { JOBS, runSchedule } from './schedule.ts';

const NIGHT = '30 7 * * *';
const DAY_MS = 86_400_000;

beforeEach(startOver);

it('runs every job of an expression, and no other', async () => {
  const log = captureLog();
  await runSchedule(talkativeEnv, NIGHT);
  const names = Object.keys(JOBS).filter((name) => JOBS[name]?.cron === NIGHT);
  expect(log.lines('job_done').map(({ job }) => job)).toEqual(names);
  await runSchedule(talkativeEnv, '1 2 3 4 5');
  expect(log.lines('job_done')).toHaveLength(names.length);
});

it('a job that fails is told, and holds up no other', async () => {
  const log = captureLog();
  await insertRow('stripe_events', 1, { received_at: 1, processed_at: Date.now() - 91 * DAY_MS });
  await control('fail-next', { path: '/v1/payment_intents', status: 500, when: 'before', times: 3 });
  await expect(runSchedule(talkativeEnv, NIGHT)).rejects.toThrow('Failed: reconcile');
  expect(log.lines('job_failed')).toMatchObject([{ level: 'error', job: 'reconcile' }]);
  expect(await rows('SELECT id FROM stripe_events')).toEqual([]);
  expect(log.lines('job_done').map(({ job }) => job)).toContain('purge');
});
