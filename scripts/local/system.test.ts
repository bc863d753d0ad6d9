import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  collectOutput,
  type SpawnedSystem,
  spawnStart,
  spawnSystem,
} from '#scripts/local/processes/spawn-system.ts';
import { CUSTOMERS } from '../demo/customers.ts';
import { ROOT } from '../root.ts';
import { run } from '../run.ts';
import { askControl } from './control.ts';
import { readState } from './state.ts';

const FAST = { DEMO: '0' };
const stateDirs: string[] = [];
afterAll(() => {
  for (const stateDir of stateDirs) rmSync(stateDir, { recursive: true, force: true });
});

async function spawnOwn(env: Record<string, string> = {}): Promise<SpawnedSystem> {
  const system = await spawnSystem({ ...FAST, ...env });
  stateDirs.push(system.stateDir);
  return system;
}

/** A process that has ended but is not reaped yet does not count. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    return syscall === 'open' && process.platform !== 'linux';
  }
}

async function json(url: string, init?: RequestInit): Promise<unknown> {
  return (await fetch(url, init)).json();
}

describe('two copies side by side', () => {
  let first: SpawnedSystem;
  let second: SpawnedSystem;

  beforeAll(async () => {
    [first, second] = await Promise.all([
      spawnOwn({ FLEET: '10-Yard:1' }),
      spawnOwn({ FLEET: '30-Yard:2', ADMIN_PASSWORD: 'correct horse' }),
    ]);
  }, 240_000);
  afterAll(() => Promise.all([first?.stop(), second?.stop()]));

  it('do not see each other', async () => {
    const [ten, thirty] = await Promise.all(
      [first, second].map(({ running }) => json(`${running.app}/api/available-dumpster-types`)),
    );
    expect(ten).toEqual([{ id: '10-yard', name: '10-Yard', available: true, count: 1 }]);
    expect(thirty).toEqual([{ id: '30-yard', name: '30-Yard', available: true, count: 2 }]);
    const addresses = [first, second].flatMap(({ running }) => [
      running.app,
      running.stripe,
      running.mailbox,
      running.routing,
      running.texts,
    ]);
    expect(new Set(addresses).size).toBe(10);
  });

  it('write running.json with its fields', () => {
    expect(Object.keys(first.running).sort()).toEqual([
      'admin',
      'app',
      'drivers',
      'mailbox',
      'pids',
      'routing',
      'stripe',
      'texts',
    ]);
    expect(first.running.drivers).toEqual([]);
    expect(first.running.admin).toEqual({ username: 'admin', password: expect.stringMatching(/^.{16}$/) });
    expect(second.running.admin).toEqual({ username: 'admin', password: 'correct horse' });
    expect(first.running.pids.length).toBeGreaterThanOrEqual(5);
    expect(first.running.pids.every(isAlive)).toBe(true);
  });

  it('answer at every host name of this machine, and serve documents as Pages does', async () => {
    const { port } = new URL(first.running.app);
    expect(await json(`http://127.0.0.1:${port}/api/health`)).toEqual({ status: 'ok' });
    const page = await fetch(first.running.app);
    expect(await page.text()).toContain('content="pk_test_local"');
    expect(page.headers.get('Content-Security-Policy')).toContain(first.running.stripe);
    expect((await fetch(`${first.running.app}/no-such-page`)).status).toBe(404);
  });

  it('run a cron by name, and list the known names', async () => {
    const cron = (name: string) =>
      run(['node', 'scripts/bootstrap.mjs', 'cron', name], { cwd: ROOT, env: { STATE_DIR: first.stateDir } });
    expect(await cron('holds')).toMatchObject({
      status: 0,
      output: 'holds: 0 examined, 0 promoted, 0 released\n',
    });
    const unknown = await cron('nonsense');
    expect(unknown.status).toBe(1);
    expect(unknown.output).toMatch(/^There is no task nonsense; there are holds, .*\.\n$/);
  });

  it('are switched to maintenance and back, each alone', async () => {
    const command = (...args: string[]) =>
      run(['node', 'scripts/bootstrap.mjs', 'maintenance', ...args], {
        cwd: ROOT,
        env: { STATE_DIR: first.stateDir },
      });
    const answers = () =>
      Promise.all(
        [first, second].map(async ({ running }) => {
          const { status } = await fetch(`${running.app}/api/available-dumpster-types`);
          return status;
        }),
      );
    expect((await command('on')).output).toMatch(
      /^Target: the local system .*\nWaiting 1 s.*\nMaintenance is on.\n$/,
    );
    expect(await answers()).toEqual([503, 200]);
    expect((await command()).output).toContain('Maintenance is on.');
    expect((await command('off')).output).toContain('Maintenance is off.');
    await expect.poll(answers).toEqual([200, 200]);
    expect((await command('of')).output).toContain('npm run maintenance -- on|off');
  });

  it("remove a customer's personal data by command, once it is no longer needed", async () => {
    const email = 'tom.okafor@example.com';
    const remove = () =>
      run(['node', 'scripts/bootstrap.mjs', 'customer:remove', email, '--yes'], {
        cwd: ROOT,
        env: { STATE_DIR: first.stateDir },
      });
    const order = { ...CUSTOMERS[0], email, rentalType: '1-day', dumpsterType: '10-yard', terms: true };
    const deliveryDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const reply = await fetch(`${first.running.app}/api/create-payment-intent`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ bookingId: 'pending', bookingData: { ...order, deliveryDate } }),
    });
    expect(reply.status).toBe(200);
    const refused = await remove();
    expect(refused.output).toMatch(/^Target: the local system /);
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('A checkout is open')]);
    await askControl(first.stateDir, 'execute', ["UPDATE checkouts SET state = 'expired'"]);
    const removed = await remove();
    const key = /stored as (removals\/\S+\.json)\./.exec(removed.output)?.[1];
    expect(await askControl(first.stateDir, 'read-object', key)).toEqual(expect.any(String));
    const left = await askControl(first.stateDir, 'query', 'SELECT email, last_name FROM checkout_revisions');
    expect(left).toEqual([{ email: '', last_name: 'customer' }]);
  });

  it('put a bounce of the mailbox on the queue of their own Worker', async () => {
    const { mailbox } = first.running;
    const post = (path: string, body: object) =>
      fetch(mailbox + path, { method: 'POST', body: JSON.stringify(body) });
    const to = 'gone@example.com';
    await post('/messages', { from: 'office@example.com', to, subject: 'Your dumpster', text: 'Hello' });
    const bounces = (system: SpawnedSystem) =>
      askControl(system.stateDir, 'query', 'SELECT email, reason FROM email_bounces');
    expect((await post('/__control/bounce', { to })).status).toBe(200);
    await expect
      .poll(() => bounces(first), { timeout: 10_000 })
      .toEqual([{ email: to, reason: 'Mailbox not found' }]);
    expect(await bounces(second)).toEqual([]);
    expect((await post('/__control/deliver', { to })).status).toBe(200);
    await expect.poll(() => bounces(first), { timeout: 10_000 }).toEqual([]);
  });

  it('reject requests without the token, whichever worker they name', async () => {
    const { app } = first.running;
    const reply = await fetch(`${app}/holds`, { headers: { 'MF-Route-Override': 'control' } });
    expect([reply.status, await reply.text()]).toEqual([404, '']);
  });

  it('refuse a port or a state that is taken, in one sentence', async () => {
    const { port } = new URL(first.running.app);
    const samePort = spawnStart({ ...FAST, PORT: port, STATE_DIR: `${first.stateDir}-other` });
    const sameState = spawnStart({ ...FAST, STATE_DIR: first.stateDir });
    const said = [samePort, sameState].map(collectOutput);
    const codes = await Promise.all(
      [samePort, sameState].map(async (child) => (await once(child, 'exit'))[0]),
    );
    expect(codes).toEqual([1, 1]);
    expect(said[0]?.text()).toBe(
      `Port ${port} is taken: stop what listens there, or set PORT to another one.\n`,
    );
    expect(said[1]?.text()).toMatch(/^Another copy is running on .*\n$/);
  });
});

it('stops every process within five seconds, and keeps all data for the next start', async () => {
  const before = await spawnOwn({ FLEET: '20-Yard:1' });
  await fetch(`${before.running.stripe}/v1/customers`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_local' },
    body: 'name=Ann',
  });
  const start = Date.now();
  expect(await before.stop()).toBe(0);
  expect(Date.now() - start).toBeLessThan(5000);
  expect(before.running.pids.filter(isAlive)).toEqual([]);
  expect(existsSync(join(before.stateDir, 'running.json'))).toBe(false);

  const after = await spawnOwn({ STATE_DIR: before.stateDir });
  try {
    expect(after.running.admin).toEqual(before.running.admin);
    expect(after.running.stripe).toBe(before.running.stripe);
    expect(await json(`${after.running.app}/api/available-dumpster-types`)).toEqual([
      { id: '20-yard', name: '20-Yard', available: true, count: 1 },
    ]);
    const state = (await json(`${after.running.stripe}/__control/state`)) as {
      customers: { name: string }[];
    };
    expect(state.customers.map(({ name }) => name)).toEqual(['Ann']);
  } finally {
    await after.stop();
  }
}, 240_000);

it('leaves no process behind when it is killed with SIGKILL', async () => {
  const system = await spawnOwn();
  const [bootstrap = 0, start = 0] = system.running.pids;
  process.kill(start, 'SIGKILL');
  await system.kill();
  await expect.poll(() => system.running.pids.filter(isAlive), { timeout: 5000 }).toEqual([]);
  expect(bootstrap).not.toBe(start);
  expect(readState(system.stateDir, 'running.json')).not.toBeNull();
}, 240_000);

it('says that a port is taken by another process', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const child = spawnStart({ ...FAST, PORT: String(port), STATE_DIR: join(ROOT, '.cache', 'never-made') });
  const said = collectOutput(child);
  expect((await once(child, 'exit'))[0]).toBe(1);
  expect(said.text()).toBe(`Port ${port} is taken: stop what listens there, or set PORT to another one.\n`);
  expect(existsSync(join(ROOT, '.cache', 'never-made'))).toBe(false);
  server.close();
});
