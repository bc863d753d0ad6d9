import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { REBUILD_STATEMENTS } from '#worker/base/db/summaries/rebuild.ts';
import { type SpawnedSystem, spawnSystem } from '../local/processes/spawn-system.ts';
import { ROOT } from '../root.ts';
import { run } from '../run.ts';
import { chooseTarget } from '../target.ts';
import { quoteName } from './database.ts';
import { openBackup, verifyBackup } from './source.ts';

const PASSWORD = 'correct horse battery';
const folder = mkdtempSync(join(tmpdir(), 'restore-test-'));
const filledDir = join(folder, 'filled');
const emptyDir = join(folder, 'empty');
let filled: SpawnedSystem;
let empty: SpawnedSystem;
let manifest = '';

/** A business with bookings and payments; then a new system with the same account at Stripe. */
beforeAll(async () => {
  filled = await spawnSystem({ DEMO: '1', ADMIN_PASSWORD: PASSWORD, STATE_DIR: filledDir });
  await stopChanges();
  manifest = /^Manifest: (.+)$/m.exec(await npmRun(filledDir, 'backup'))?.[1] ?? '';
  manifest = /^Manifest: (.+)$/m.exec(await npmRun(filledDir, 'backup', '--download', folder))?.[1] ?? '';
  cpSync(join(filledDir, 'stripe'), join(emptyDir, 'stripe'), { recursive: true });
  empty = await spawnSystem({ DEMO: '0', ADMIN_PASSWORD: PASSWORD, STATE_DIR: emptyDir });
}, 180_000);
afterAll(async () => {
  await Promise.all([filled?.stop(), empty?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Waits for e-mails and events on their way, then for maintenance: a cron or a message would change what is compared. */
async function stopChanges(): Promise<void> {
  const { query } = target(filledDir);
  await vi.waitUntil(async () => (await query(UNFINISHED)).length === 0, { timeout: 60_000, interval: 200 });
  await npmRun(filledDir, 'maintenance', 'on');
  expect(await query(UNFINISHED)).toEqual([]);
}

const UNFINISHED = `SELECT kind FROM outbox WHERE done_at IS NULL AND dead_at IS NULL
  UNION ALL SELECT type FROM stripe_events WHERE processed_at IS NULL`;

/** Runs a command as `npm run` does. Returns its output; throws it if the command fails. */
async function npmRun(stateDir: string, command: string, ...args: string[]): Promise<string> {
  const { status, output } = await run([process.execPath, 'scripts/bootstrap.mjs', command, ...args], {
    cwd: ROOT,
    env: { STATE_DIR: stateDir, BACKUP_PRIVATE_KEY_FILE: join(filledDir, 'backup-key.txt') },
  });
  if (status !== 0) throw new Error(output);
  return output;
}

const target = (stateDir: string) => chooseTarget(['--local'], stateDir);

/** Crons and the steps after a restore write into these. */
const CHANGED_TABLES = ['cursors', 'cron_runs', 'health_alerts', 'rate_limits', 'restores', 'restore_steps'];
/** Computed, or set by the steps after a restore. */
const CHANGED_COLUMNS = ['place', 'held_at'];
/** Tables that get rows later, with the column of their instant. */
const BEFORE_BACKUP: Readonly<Record<string, string>> = {
  outbox: 'created_at',
  stripe_events: 'received_at',
};

/** Every row of every table, and of the tables that the database computes. */
async function readAll(stateDir: string) {
  const { query } = target(stateDir);
  const { tables, startedAt } = (await openBackup(manifest, () => target(stateDir))).manifest;
  const stored = await Promise.all(
    tables
      .filter(({ name }) => !CHANGED_TABLES.includes(name))
      .map(async ({ name, columns, key }) => {
        const list = columns.filter((column) => !CHANGED_COLUMNS.includes(column)).map(quoteName);
        const before = BEFORE_BACKUP[name] ? `WHERE ${BEFORE_BACKUP[name]} < ${Date.parse(startedAt)}` : '';
        const order = key.map(quoteName).join(', ');
        return [
          name,
          await query(`SELECT ${list.join(', ')} FROM ${quoteName(name)} ${before} ORDER BY ${order}`),
        ];
      }),
  );
  return {
    ...Object.fromEntries(stored),
    clients: await query('SELECT email, total_bookings, last_booking_id FROM clients ORDER BY email'),
    totals: await query('SELECT name, value FROM totals WHERE value <> 0 ORDER BY name'),
    found: await query(
      `SELECT rowid FROM bookings_search WHERE bookings_search MATCH '"yard"' ORDER BY rowid`,
    ),
    triggers: await query("SELECT name, sql FROM sqlite_master WHERE type <> 'table' ORDER BY name"),
  };
}

it('a backup is listed and verified, and a changed object is found', async () => {
  expect(await npmRun(filledDir, 'backup', '--list')).toMatch(
    /rows, \d\.\d MB +backups\/.*\/manifest\.json\n/,
  );
  expect(await npmRun(filledDir, 'backup:verify', manifest)).toContain('The backup can be restored.');
  const damaged = join(folder, 'damaged');
  cpSync(dirname(manifest), damaged, { recursive: true });
  const source = await openBackup(join(damaged, 'manifest.json'), () => target(filledDir));
  const [object] = source.manifest.tables.flatMap(({ objects }) => objects);
  writeFileSync(join(damaged, (object?.key ?? '').split('/').slice(2).join('/')), 'x');
  await expect(verifyBackup(source)).rejects.toThrow(`The object ${object?.key} differs from its checksum.`);
});

it('a new system gets every row, sum and search word of the backup, and takes a payment', async () => {
  await npmRun(emptyDir, 'maintenance', 'on');
  const printed = await npmRun(emptyDir, 'restore', manifest);
  expect(printed.split('\n')[0]).toBe(`Target: the local system at ${empty.running.app} (${emptyDir})`);
  expect(await readAll(emptyDir)).toEqual(await readAll(filledDir));
  const { query } = target(emptyDir);
  expect(await query('SELECT source, restored_to_ms < restored_at_ms AS is_earlier FROM restores')).toEqual([
    { source: 'backup', is_earlier: 1 },
  ]);
  expect(await query('PRAGMA foreign_key_check')).toEqual([]);
  await target(emptyDir).execute(REBUILD_STATEMENTS);
  expect(await readAll(emptyDir)).toEqual(await readAll(filledDir));
  await npmRun(emptyDir, 'maintenance', 'off');
  await expectPayment();
}, 240_000);

/** Charges the balance of a restored booking to the card that its customer used before the loss. */
async function expectPayment() {
  const { app } = empty.running;
  const [admin] = await target(emptyDir).query<{ username: string }>(
    "SELECT username FROM users WHERE role = 'super_admin'",
  );
  let cookie = '';
  const call = (method: 'POST' | 'PATCH', path: string, body: unknown) =>
    fetch(`${app}/api/${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
        Origin: app,
        Cookie: cookie,
      },
      body: JSON.stringify(body),
    });
  const login = await call('POST', 'admin/login', { username: admin?.username, password: PASSWORD });
  expect(login.status).toBe(200);
  cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const [booking] = await target(emptyDir).query<{ id: number; deposit_amount: number }>(
    `SELECT id, deposit_amount FROM bookings WHERE final_price IS NULL AND refund_amount IS NULL AND stripe_payment_method_id IS NOT NULL LIMIT 1`,
  );
  const price = { finalPrice: (booking?.deposit_amount ?? 0) + 5000 };
  expect((await call('PATCH', `bookings/${booking?.id}/final-price`, price)).status).toBe(200);
  const charge = await call('POST', 'process-remaining-payment', {
    bookingId: booking?.id,
    chargeAmount: 5000,
  });
  expect([charge.status, await charge.json()]).toMatchObject([
    200,
    { transaction: { amount: 5000, status: 'succeeded' } },
  ]);
}
