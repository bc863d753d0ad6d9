import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RAISED_BY } from '#domain/shared/restores.ts';
import { freePort } from '../local/processes/ports.ts';
import { type SpawnedSystem, spawnSystem } from '../local/processes/spawn-system.ts';
import { ROOT } from '../root.ts';
import { runOrThrow } from '../run.ts';
import { chooseTarget } from '../target.ts';
import { type Business, makeBusiness } from './customer.ts';

type Rehearsal = {
  folder: string;
  print(line: string): void;
  /** Runs a command as npm does and prints its output. */
  npmRun(stateDir: string, ...command: string[]): Promise<string>;
};

/** The chapters of the runbook. */
export const REHEARSALS = ['time-travel', 'backup'] as const;

/**
 * Walks chapters of the runbook on temporary local systems: Time Travel, for which a copy of the database file stands
 * in, and then a restore from backup into a new system. Throws at the first result that differs from the runbook.
 */
export async function rehearse(
  print: (line: string) => void,
  chapters: readonly (typeof REHEARSALS)[number][] = REHEARSALS,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const running: SpawnedSystem[] = [];
  const rehearsal: Rehearsal = {
    folder,
    print,
    npmRun: async (stateDir, ...command) => {
      const [name, ...args] = command;
      print(`$ npm run ${name}${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`);
      const env = { STATE_DIR: stateDir, BACKUP_PRIVATE_KEY_FILE: join(folder, 'first', 'backup-key.txt') };
      const bootstrap = join(ROOT, 'scripts', 'bootstrap.mjs');
      const output = await runOrThrow([process.execPath, bootstrap, ...command], { cwd: ROOT, env });
      print(output.trim());
      return output;
    },
  };
  // The same address after each start, so that a page from before the restore still reaches the system.
  const PORT = String(await freePort());
  const start = async (name: string) => {
    const STATE_DIR = join(folder, name);
    const system = await spawnSystem({ DEMO: '0', PORT, STATE_DIR, ADMIN_PASSWORD: PASSWORD });
    running.push(system);
    return system;
  };
  try {
    const manifest = await rehearseTimeTravel(rehearsal, () => start('first'));
    if (chapters.includes('backup')) await rehearseBackup(rehearsal, manifest, () => start('second'));
  } finally {
    await Promise.all(running.map((system) => system.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

const PASSWORD = 'correct horse battery';

/** Returns the path of the manifest of a backup with the first booking. */
async function rehearseTimeTravel(
  { folder, print, npmRun }: Rehearsal,
  start: () => Promise<SpawnedSystem>,
): Promise<string> {
  print('Time Travel: a booking is kept, a later one is lost.');
  const stateDir = join(folder, 'first');
  const database = join(stateDir, 'platform', 'd1');
  let system = await start();
  const kept = await makeBusiness(system.running).book('Kept');
  await npmRun(stateDir, 'backup');
  const downloaded = await npmRun(stateDir, 'backup', '--download', folder);
  await system.stop();
  cpSync(database, join(folder, 'copy'), { recursive: true });
  const instant = new Date().toISOString();

  system = await start();
  const before = makeBusiness(system.running);
  await before.signIn();
  const lost = await before.book('Lost');
  const balance = await before.openBalance(lost);
  await npmRun(stateDir, 'maintenance', 'on');
  await expectMaintenance(before);
  await system.stop();
  rmSync(database, { recursive: true });
  cpSync(join(folder, 'copy'), database, { recursive: true });

  system = await start();
  const after = makeBusiness(system.running);
  await after.payIntent(balance);
  await npmRun(stateDir, 'restore', '--time-travel', instant);
  await npmRun(stateDir, 'maintenance', 'off');
  await until(
    'the calls are answered',
    async () => (await after.call('GET', 'available-dumpster-types')).status === 200,
  );
  expect('the session from before has ended', (await before.call('GET', 'bookings')).status, 401);
  await after.signIn();
  expect('the kept booking is there', (await after.call('GET', `bookings/${kept}`)).status, 200);
  expect('the lost booking is not there', (await after.call('GET', `bookings/${lost}`)).status, 404);
  await expectFlagged({ stateDir, business: after, balance });
  expect('the next booking has a new number', (await after.book('Next')) > RAISED_BY, true);
  await system.stop();
  return /^Manifest: (.+)$/m.exec(downloaded)?.[1] ?? '';
}

async function rehearseBackup(
  { folder, print, npmRun }: Rehearsal,
  manifest: string,
  start: () => Promise<SpawnedSystem>,
): Promise<void> {
  print('From backup: the account at Cloudflare is lost, the one at Stripe is not.');
  const stateDir = join(folder, 'second');
  cpSync(join(folder, 'first', 'stripe'), join(stateDir, 'stripe'), { recursive: true });
  const { running } = await start();
  await npmRun(stateDir, 'maintenance', 'on');
  await npmRun(stateDir, 'backup:verify', manifest);
  await npmRun(stateDir, 'restore', manifest);
  await npmRun(stateDir, 'maintenance', 'off');
  const business = makeBusiness(running);
  await until(
    'the calls are answered',
    async () => (await business.call('GET', 'available-dumpster-types')).status === 200,
  );
  await business.signIn();
  const { query } = chooseTarget(['--local'], stateDir);
  const [kept] = await query<{ id: number }>("SELECT id FROM bookings WHERE last_name = 'Kept'");
  expect(
    'the booking of the backup is there',
    (await business.call('GET', `bookings/${kept?.id}`)).status,
    200,
  );
  await business.payIntent(await business.openBalance(kept?.id ?? 0));
  await until('its balance is paid', async () => {
    const { body } = await business.call('GET', `bookings/${kept?.id}`);
    return body.paymentStatus === 'fully_paid';
  });
}

async function expectMaintenance(business: Business) {
  const { status, body } = await business.call('GET', 'available-dumpster-types');
  expect('calls are refused', `${status} ${body.code}`, '503 maintenance');
}

type Flagged = { stateDir: string; business: Business; balance: string };

/** The balance of the lost booking is listed, and the business got an e-mail. */
async function expectFlagged({ stateDir, business, balance }: Flagged) {
  const [intentId] = balance.split('_secret_');
  const { query } = chooseTarget(['--local'], stateDir);
  const issues = await query(
    `SELECT 1 FROM reconciliation_issues WHERE object_id = '${intentId}' AND settled_at IS NULL`,
  );
  expect('the payment without a booking is listed', issues.length, 1);
  await until('the business has an e-mail about it', async () =>
    (await business.mails()).some(({ subject }) => subject === 'A payment of $175.00 has no booking'),
  );
}

function expect<T>(what: string, found: T, expected: T): void {
  if (found !== expected) throw new Error(`Expected that ${what}: ${expected}, but found ${found}.`);
}

const TRIES = 100;

/** The queue and the flag need a moment. */
async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Waited ten seconds for nothing: ${what}.`);
}
