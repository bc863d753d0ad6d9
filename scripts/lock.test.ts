import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withLock } from './lock.mjs';

const lockFile = () => join(mkdtempSync(join(tmpdir(), 'lock-')), 'deep', 'build.lock');

it('lets one process at a time work', async () => {
  const file = lockFile();
  let working = 0;
  let most = 0;
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await new Promise(setImmediate);
    working -= 1;
  };
  await Promise.all([withLock(file, work), withLock(file, work), withLock(file, work)]);
  expect(most).toBe(1);
  expect(existsSync(file)).toBe(false);
});

it('names its owner, and is released when the work fails', async () => {
  const file = lockFile();
  const failing = withLock(file, async () => {
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(file)).toBe(false);
});

it('is taken over when its owner has ended', async () => {
  const file = lockFile();
  await withLock(file, async () => undefined);
  writeFileSync(file, '999999999');
  expect(await withLock(file, async () => 'worked')).toBe('worked');
});
