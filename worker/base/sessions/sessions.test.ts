import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Env } from '#worker/base/env.ts';
import { makeSessions } from './sessions.ts';

const HOUR_MS = 60 * 60_000;
const { SESSIONS } = env as unknown as Env;

function makeClock() {
  let nowMs = Date.UTC(2026, 10, 21);
  const noSockets = { closeSession: async () => undefined, closeAccount: async () => undefined };
  const sessions = makeSessions(SESSIONS, { now: () => nowMs, sockets: noSockets, claimsSecret: 'a secret' });
  const pass = (hours: number) => {
    nowMs += hours * HOUR_MS;
  };
  return { sessions, pass };
}

const opening = { identity: { username: 'dana', role: 'admin' as const }, device: 'Test' };

it('ends after twelve hours without use', async () => {
  const { sessions, pass } = makeClock();
  const token = await sessions.open(1, opening);
  pass(11.9);
  expect(await sessions.check(token)).toMatchObject({ userId: 1, username: 'dana', role: 'admin' });
  pass(11.9);
  expect(await sessions.check(token)).not.toBeNull();
  pass(12);
  expect(await sessions.check(token)).toBeNull();
});

it('ends after seven days, even if it is used', async () => {
  const { sessions, pass } = makeClock();
  const token = await sessions.open(2, opening);
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    pass(6);
    expect(await sessions.check(token)).not.toBeNull();
  }
  pass(6);
  expect(await sessions.check(token)).toBeNull();
});

it('of a driver ends after thirty days, used or not', async () => {
  const { sessions, pass } = makeClock();
  const driver = { identity: { username: 'ben', role: 'driver' as const }, device: 'Phone' };
  const token = await sessions.open(3, driver);
  pass(30 * 24 - 1);
  expect(await sessions.check(token)).toMatchObject({ userId: 3, role: 'driver' });
  expect(await sessions.list(3)).toHaveLength(1);
  pass(1);
  expect(await sessions.check(token)).toBeNull();
  await sessions.open(3, driver);
  expect(await sessions.list(3)).toHaveLength(1);
});

it('stores nothing for an account that never signed in', async () => {
  const { sessions } = makeClock();
  expect(await sessions.check(`77701.${'A'.repeat(43)}`)).toBeNull();
  expect(await sessions.list(77701)).toEqual([]);
  await sessions.endAll(77701, { exceptId: null });
  const stub = SESSIONS.get(SESSIONS.idFromName('user:77701'));
  const tables = await runInDurableObject(stub, (_, state) =>
    state.storage.sql.exec('SELECT name FROM sqlite_master').toArray(),
  );
  expect(tables).toEqual([]);
});
