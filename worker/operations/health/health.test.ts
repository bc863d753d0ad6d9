import { beforeEach, describe, expect, it } from 'vitest';
import { restartCronRuns } from '#worker/base/db/cron-runs-repo.ts';
import type { Env } from '#worker/base/env.ts';
import { CRON_EXPRESSIONS, runCronTask } from '#worker/entry/cron/schedule.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase, failingDatabase } from '#worker/test/databases.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { control, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { sendHealthAlerts } from './alerts.ts';
import { lateAfterMs } from './checks.ts';
import { readHealth, recordStripeAnswer } from './service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEY = 'health key for tests';
const BACKUP = { name: 'one', manifest: 'backups/one/manifest.json', startedAt: 1, rows: 1, bytes: 1 };
type Reply = { status: string; checks?: { name: string; ok: boolean; detail: string }[] };

beforeEach(startOver);

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

/** The reply of a new instance of the Worker, which has read nothing before. */
async function health(changes: Partial<Env> = {}, key: string | null = KEY) {
  const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  const reply = await call('/api/health', { headers }, { ...testEnv, HEALTH_KEY: KEY, ...changes });
  const body = await reply.json<Reply>();
  return { code: reply.status, ...body, bad: body.checks?.filter(({ ok }) => !ok).map(({ name }) => name) };
}

describe('GET /api/health', () => {
  it('is ok on a fresh system, and shows the checks only to callers with the key', async () => {
    expect(await health({}, null)).toEqual({ code: 200, status: 'ok' });
    expect((await health({}, 'wrong')).checks).toBeUndefined();
    expect((await health({ HEALTH_KEY: '' }, '')).checks).toBeUndefined();
    const { checks, bad } = await health();
    expect(checks?.map(({ name }) => name)).toEqual(expect.arrayContaining(['schema', 'crons', 'outbox']));
    expect(bad).toEqual([]);
  });

  it('is failing when the database does not answer or lacks a migration, and not when it has a newer one', async () => {
    const log = captureLog();
    const broken = { DB: failingDatabase(testEnv.DB, 'D1_ERROR: no such table: d1_migrations') };
    expect(await health(broken)).toMatchObject({ code: 503, status: 'failing', bad: ['database'] });
    expect(log.lines('health_not_read')).toHaveLength(1);
    await rows("INSERT INTO d1_migrations (name, applied_at) VALUES ('9999_newer.sql', '2026-11-22')");
    expect(await health()).toMatchObject({ code: 200, bad: [] });
    await rows("DELETE FROM d1_migrations WHERE name = '9999_newer.sql'");
    await rows("UPDATE d1_migrations SET name = 'other.sql' WHERE name = '0002_seed.sql'");
    const lacking = await health();
    expect(lacking).toMatchObject({ code: 503, status: 'failing', bad: ['schema'] });
    expect(lacking.checks?.[0]?.detail).toBe('Not applied to the database: 0002_seed.sql');
    expect(await health({}, null)).toEqual({ code: 503, status: 'failing' });
    await rows("UPDATE d1_migrations SET name = '0002_seed.sql' WHERE name = 'other.sql'");
    expect(await health()).toMatchObject({ code: 200, bad: [] });
  });

  it('is failing while a restore has not loaded all rows', async () => {
    await rows('CREATE TABLE restore_unfinished (started_at INTEGER)');
    expect(await health()).toMatchObject({ code: 503, status: 'failing', bad: ['restore'] });
    await rows('DROP TABLE restore_unfinished');
    expect(await health()).toMatchObject({ code: 200, bad: [] });
  });

  it('is failing when a cron is late, also one that never ran', async () => {
    await health();
    // The check of the backup has its own test.
    const tasks = Object.keys(CRON_EXPRESSIONS).filter((task) => task !== 'backup');
    const old = Date.now() - 27 * HOUR_MS;
    await rows("UPDATE cron_runs SET expected_since = ? WHERE task <> 'backup'", old);
    const { code, bad, checks } = await health();
    expect([code, bad]).toEqual([503, ['crons']]);
    const detail = checks?.find(({ name }) => name === 'crons')?.detail;
    for (const task of tasks) expect(detail).toContain(`${task} (no success yet`);
    for (const task of tasks) {
      await rows('UPDATE cron_runs SET succeeded_at = ? WHERE task = ?', Date.now(), task);
    }
    expect(await health()).toMatchObject({ code: 200, bad: [] });
  });

  it('a failed run is no success, and a restart of the crons gives all of them time', async () => {
    const log = captureLog();
    await control('fail-next', { path: '/v1/events', status: 500, when: 'before', times: 3 });
    await expect(runCronTask(testEnv, 'missed-events', { isForced: false })).rejects.toThrow();
    expect(log.lines('task_failed')).toEqual([]);
    await rows('UPDATE cron_runs SET expected_since = ?', Date.now() - HOUR_MS);
    expect(await health()).toMatchObject({ code: 503, bad: ['crons'] });
    const { db } = makeTestContext().ctx;
    await restartCronRuns(db, Date.now());
    expect(await health()).toMatchObject({ code: 200, bad: [] });
    await recordStripeAnswer(db, { result: 'no_answer', atMs: Date.now() });
    expect(await health()).toMatchObject({ code: 503, bad: ['stripe'] });
    await runCronTask(testEnv, 'missed-events', { isForced: false });
    expect(await health()).toMatchObject({ code: 200, bad: [] });
  });

  it('a restart of the crons gives no time to a task that was late before', async () => {
    await health();
    await rows('UPDATE cron_runs SET expected_since = ?', Date.now() - 80 * HOUR_MS);
    await rows("UPDATE cron_runs SET succeeded_at = ? WHERE task <> 'purge'", Date.now() - 50 * HOUR_MS);
    await restartCronRuns(makeTestContext().ctx.db, Date.now());
    const { bad, checks } = await health();
    expect(bad).toEqual(['crons']);
    const detail = checks?.find(({ name }) => name === 'crons')?.detail;
    expect(detail).toBe('Late: purge (no success yet)');
  });

  it('is failing when Stripe refuses the secret key', async () => {
    await control('fail-next', { path: '/v1/events', status: 401, when: 'before', times: 3 });
    await expect(runCronTask(testEnv, 'missed-events', { isForced: false })).rejects.toThrow();
    const { bad, checks } = await health();
    expect(bad).toEqual(['stripe']);
    expect(checks?.find(({ name }) => name === 'stripe')?.detail).toContain('Refused the secret key');
  });

  it('is failing when no attempt was made for an item of the outbox', async () => {
    await insertRow('users', 1);
    await insertRow('outbox', 1, { user_id: 1, created_at: minutesAgo(600), done_at: minutesAgo(599) });
    await insertRow('outbox', 2, { user_id: 1, created_at: minutesAgo(14) });
    expect(await health()).toMatchObject({ code: 200, bad: [] });
    await insertRow('outbox', 3, { user_id: 1, created_at: minutesAgo(16), due_at: minutesAgo(16) });
    expect(await health()).toMatchObject({ code: 503, bad: ['outbox'] });
  });

  it('is failing when items of the outbox fail and none is done', async () => {
    await insertRow('users', 1);
    const failed = { kind: 'password-reset', user_id: 1, attempts: 2 };
    await insertRow('outbox', 1, { ...failed, created_at: minutesAgo(29) });
    expect(await health()).toMatchObject({ code: 200, bad: [] });
    await insertRow('outbox', 2, { ...failed, created_at: minutesAgo(31) });
    expect(await health()).toMatchObject({ code: 503, status: 'failing', bad: ['outbox'] });
    await insertRow('outbox', 3, { ...failed, created_at: minutesAgo(5), done_at: minutesAgo(4) });
    expect(await health()).toMatchObject({ code: 200, bad: [] });
    for (let n = 4; n <= 101; n += 1) {
      await insertRow('outbox', n, { ...failed, created_at: minutesAgo(3) });
    }
    expect(await health()).toMatchObject({ code: 503, bad: ['outbox'] });
  });

  it('shows the last success of each task and the oldest item of the outbox when all is well', async () => {
    await insertRow('users', 1);
    const createdAt = minutesAgo(10);
    await insertRow('outbox', 1, { user_id: 1, created_at: createdAt });
    await runCronTask(testEnv, 'purge', { isForced: false });
    const { checks, bad } = await health();
    expect(bad).toEqual([]);
    const detailOf = (name: string) => checks?.find((check) => check.name === name)?.detail;
    expect(detailOf('crons')).toContain('holds (no success yet)');
    expect(detailOf('crons')).toMatch(/purge \(last success \d{4}-/);
    expect(detailOf('outbox')).toContain(`due since ${new Date(createdAt).toISOString()}; 0 failed`);
  });

  it('is failing without a recent backup, and in production without a key for backups', async () => {
    const index = 'backups/index.json';
    const store = (finishedAt: number) =>
      testEnv.BACKUPS.put(index, JSON.stringify({ backups: [{ ...BACKUP, finishedAt }] }));
    await health();
    await rows("UPDATE cron_runs SET expected_since = ? WHERE task = 'backup'", Date.now() - 27 * HOUR_MS);
    await rows("UPDATE cron_runs SET succeeded_at = ? WHERE task = 'backup'", Date.now());
    expect(await health()).toMatchObject({ code: 503, bad: ['backup'] });
    await store(Date.now() - 27 * HOUR_MS);
    expect(await health()).toMatchObject({ code: 503, bad: ['backup'] });
    await store(Date.now() - HOUR_MS);
    expect(await health()).toMatchObject({ code: 200, bad: [] });
    const production = { ENVIRONMENT: 'production', BACKUP_PUBLIC_KEY: '' };
    expect(await health(production)).toMatchObject({ code: 503, bad: ['backup'] });
    const staging = { ENVIRONMENT: 'preview', BACKUP_PUBLIC_KEY: '' };
    expect(await health(staging)).toMatchObject({ code: 200, bad: [] });
    await testEnv.BACKUPS.delete(index);
  });

  it('work for staff is a bad check but no failure of the service', async () => {
    await insertRow('users', 1);
    await insertRow('bookings', 1);
    const dead = { kind: 'deposit-paid', booking_id: 1, user_id: null, dedupe_key: 'deposit-paid:1' };
    await insertRow('outbox', 1, { ...dead, dead_at: Date.now() - 25 * HOUR_MS });
    expect(await health()).toMatchObject({ code: 200, bad: [] });
    await insertRow('outbox', 2, { user_id: 1, created_at: 1, dead_at: Date.now() - 25 * HOUR_MS });
    await insertRow('reconciliation_issues', 1);
    expect(await health()).toMatchObject({
      code: 200,
      status: 'ok',
      bad: ['dead_letters', 'reconciliation'],
    });
  });

  it('is read once for concurrent callers', async () => {
    await health();
    const counting = countingDatabase(testEnv.DB);
    const env = { ...testEnv, DB: counting.database };
    await call('/api/health', {}, { ...env });
    const once = counting.rowsRead();
    expect(once).toBeGreaterThan(0);
    const replies = await Promise.all(Array.from({ length: 20 }, () => call('/api/health', {}, env)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(counting.rowsRead()).toBe(2 * once);
  });

  it('reads no more rows when more e-mails were sent or failed', async () => {
    await insertRow('users', 1);
    const read = async () => {
      const counting = countingDatabase(testEnv.DB);
      await readHealth(makeTestContext({ database: counting.database }).ctx, CRON_EXPRESSIONS);
      return counting.rowsRead();
    };
    const fill = (column: 'done_at' | 'dead_at', from: number, to: number) =>
      rows(
        `INSERT INTO outbox (id, kind, user_id, created_at, ${column})
         WITH RECURSIVE many(n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM many WHERE n < ?2)
         SELECT '${column}-' || n, 'password-reset', 1, n, n FROM many`,
        from,
        to,
      );
    await read();
    await fill('done_at', 1, 100);
    await fill('dead_at', 1, 1_100);
    const few = await read();
    await fill('done_at', 101, 2_000);
    await fill('dead_at', 1_101, 3_000);
    expect(await read()).toBe(few);
  });
});

it('every cron has a limit, and an unknown expression is refused', () => {
  const minutes = (cron: string) => lateAfterMs(cron) / 60_000;
  expect(Object.values(CRON_EXPRESSIONS).map(minutes).every(Number.isFinite)).toBe(true);
  expect(['* * * * *', '*/5 * * * *', '*/15 * * * *', '0 * * * *', '30 7 * * *'].map(minutes)).toEqual([
    11, 15, 25, 70, 1584,
  ]);
  expect(() => lateAfterMs('0 9 * * 1')).toThrow("The interval of the cron '0 9 * * 1' is unknown");
});

describe('alerts', () => {
  /** A world in which a difference is open or settled. */
  const setDifference = (isOpen: boolean) =>
    rows('UPDATE reconciliation_issues SET settled_at = ?', isOpen ? null : 1);
  const subjects = ({ mails }: ReturnType<typeof makeTestContext>) => mails.map(({ subject }) => subject);
  const run = ({ ctx }: ReturnType<typeof makeTestContext>) => sendHealthAlerts(ctx, CRON_EXPRESSIONS);

  beforeEach(async () => {
    captureLog();
    await insertRow('bookings', 1);
    await insertRow('reconciliation_issues', 1);
  });

  it('sends one e-mail when a check fails and one when it is good again', async () => {
    const world = makeTestContext();
    expect(await run(world)).toEqual({ failing: 1, sent: 1 });
    expect(await run(world)).toEqual({ failing: 1, sent: 0 });
    expect(world.mails).toMatchObject([{ to: world.ctx.settings.firstProfile.email }]);
    expect(subjects(world)[0]).toMatch(/needs attention: Payments compared with Stripe$/);
    expect(world.mails[0]?.text).toContain('1 open: see /admin/reconciliation');
    await setDifference(false);
    expect(await run(world)).toEqual({ failing: 0, sent: 1 });
    expect(await run(world)).toEqual({ failing: 0, sent: 0 });
    expect(subjects(world)[1]).toBe('Your booking system works again');
  });

  it('is quiet for an hour about a check that fails again', async () => {
    const world = makeTestContext();
    await run(world);
    await setDifference(false);
    await run(world);
    await setDifference(true);
    world.passMinutes(5);
    expect(await run(world)).toEqual({ failing: 1, sent: 0 });
    await setDifference(false);
    expect(await run(world)).toEqual({ failing: 0, sent: 0 });
    await setDifference(true);
    world.passMinutes(5);
    expect(await run(world)).toEqual({ failing: 1, sent: 0 });
    await restartCronRuns(world.ctx.db, world.ctx.now() + DAY_MS);
    world.passMinutes(60);
    expect(await run(world)).toEqual({ failing: 1, sent: 1 });
  });

  it('tries again when neither channel takes the alert; one of them is enough', async () => {
    const world = makeTestContext();
    const refused = { send: () => Promise.reject(new Error('refused')) };
    const context = { ...world.ctx, mail: refused, alertWebhook: refused };
    await expect(sendHealthAlerts(context, CRON_EXPRESSIONS)).rejects.toThrow('refused');
    const alerts: object[] = [];
    const alertWebhook = { send: async (alert: object) => void alerts.push(alert) };
    expect(await sendHealthAlerts({ ...context, alertWebhook }, CRON_EXPRESSIONS)).toMatchObject({ sent: 1 });
    expect(alerts).toMatchObject([{ status: 'failing', checks: [{ name: 'reconciliation', ok: false }] }]);
    expect(await run(world)).toMatchObject({ sent: 0 });
  });

  it('concurrent runs send one e-mail', async () => {
    const worlds = [1, 2, 3].map(() => makeTestContext({ pauseMs: 5 }));
    await Promise.all(worlds.map(run));
    expect(worlds.flatMap(subjects)).toHaveLength(1);
  });

  it('posts to ALERT_WEBHOOK_URL as JSON', async () => {
    const env = { ...testEnv, ALERT_WEBHOOK_URL: 'https://api.stripe.com/v1/alerts' };
    expect(await runCronTask(env, 'health', { isForced: true })).toMatchObject({ sent: 1 });
    const requests = await control<{ method: string; path: string }[]>('requests');
    expect(requests).toMatchObject([{ method: 'POST', path: '/v1/alerts' }]);
  });
});
