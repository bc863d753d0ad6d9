import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { type SpawnedSystem, spawnSystem } from '#scripts/local/processes/spawn-system.ts';
import { askControl } from '../local/control.ts';

type Payment = { id: string; amount: number; createdSeconds: number };

function query<T>({ stateDir }: SpawnedSystem, sql: string): T[] {
  const folder = join(stateDir, 'platform', 'd1', 'miniflare-D1DatabaseObject');
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name)) ?? '';
  const database = new DatabaseSync(join(folder, file), { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }) as T);
  } finally {
    database.close();
  }
}

const ledger = (system: SpawnedSystem) =>
  query<Payment>(
    system,
    'SELECT id, amount, created_at / 1000 AS createdSeconds FROM transactions ORDER BY id',
  );

async function stripe({ running }: SpawnedSystem): Promise<Payment[]> {
  const state = (await (await fetch(`${running.stripe}/__control/state`)).json()) as {
    payment_intents: { id: string; amount_received: number; created: number }[];
  };
  return state.payment_intents
    .map(({ id, amount_received, created }) => ({ id, amount: amount_received, createdSeconds: created }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

it('creates the past once, and ledger and emulator have the same payments', async () => {
  const first = await spawnSystem({ DEMO: '1' });
  const payments = ledger(first);
  expect(payments.length).toBeGreaterThan(25);
  expect(await stripe(first)).toEqual(payments);
  const ages = payments.map(({ createdSeconds }) => (Date.now() / 1000 - createdSeconds) / 86_400);
  expect(Math.max(...ages)).toBeGreaterThan(80);
  expect(Math.min(...ages)).toBeLessThan(7);
  const statuses = query<{ status: string }>(first, 'SELECT DISTINCT status FROM bookings ORDER BY status');
  expect(statuses.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['completed', 'confirmed', 'pending']),
  );
  expect(query(first, 'SELECT id FROM bookings WHERE needs_attention IS NOT NULL')).toEqual([]);
  await askControl(first.stateDir, 'cron', 'outbox');
  expect(await (await fetch(`${first.running.mailbox}/messages`)).json(), 'mails of the past').toEqual([]);
  await first.stop();

  const second = await spawnSystem({ DEMO: '1', STATE_DIR: first.stateDir });
  expect(ledger(second)).toEqual(payments);
  await second.stop();
  rmSync(first.stateDir, { recursive: true, force: true });
});
