import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';

const SOURCES = readdirSync(join(ROOT, 'worker'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(file) && !file.startsWith('test/'))
  .map((file) => ({ file: `worker/${file}`, text: readFileSync(join(ROOT, 'worker', file), 'utf8') }));

it('batches of writes go through commit(), those of reads through worker/base/db/rows.ts', () => {
  const batches = SOURCES.filter(({ text }) => text.includes('.batch('));
  expect(batches.map(({ file }) => file).sort()).toEqual([
    'worker/base/db/client.ts',
    'worker/base/db/commit.ts',
    'worker/base/db/rows.ts',
  ]);
});

it('no query states the type of its rows; it follows from the fields (worker/base/db/rows.ts)', () => {
  expect(SOURCES.length).toBeGreaterThan(150);
  const stated = SOURCES.filter(({ text }) => /\.(?:all|get|values|first|raw)<(?!RawRow>)/.test(text));
  expect(stated.map(({ file }) => file)).toEqual([]);
});
