import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Running, readState, removeState, writeState } from './state.ts';

const RUNNING: Running = {
  app: 'http://localhost:8788',
  admin: { username: 'admin', password: 'secret' },
  stripe: 'http://127.0.0.1:1',
  drivers: [],
  mailbox: 'http://127.0.0.1:2',
  routing: 'http://127.0.0.1:3',
  texts: 'http://127.0.0.1:4',
  pids: [1, 2],
};

it('is written completely, is readable by its owner only, and is removed', () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'state-')), 'deep');
  expect(readState(dir, 'running.json')).toBeNull();
  writeState(dir, 'running.json', RUNNING);
  expect(readState(dir, 'running.json')).toEqual(RUNNING);
  expect(readdirSync(dir)).toEqual(['running.json']);
  expect(statSync(join(dir, 'running.json')).mode & 0o777).toBe(0o600);
  removeState(dir, 'running.json');
  removeState(dir, 'running.json');
  expect(readdirSync(dir)).toEqual([]);
});
