import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#scripts/root.ts';
import { MUTATIONS } from './all.ts';

it('every fault has its place in the source, and tests that must find it', () => {
  const misplaced = MUTATIONS.filter(
    ({ file, find }) => readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2,
  );
  expect(misplaced.map(({ rule, file }) => `${file}: ${rule}`)).toEqual([]);
  for (const { rule, tests } of MUTATIONS) {
    expect(tests.length, rule).toBeGreaterThan(0);
    for (const file of tests) expect(readFileSync(join(ROOT, file), 'utf8'), rule).toContain('expect(');
  }
});

it('there are sixty, and each breaks another rule', () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(MUTATIONS.map(({ rule }) => rule)).size).toBe(MUTATIONS.length);
});
