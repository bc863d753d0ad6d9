import { expect, it } from 'vitest';
import { findUnviolated, guardNames } from './guards.ts';

it.each([
  [
    'commit(ctx, { guards: { version: isAt(row), unit_free: isFree({ day: today }) }, writes })',
    ['version', 'unit_free'],
  ],
  ["guardStatement(db, 'claimed', isOpen(id)),", ['claimed']],
  ['const guards = { unsent: sql`EXISTS (SELECT 1)` };', ['unsent']],
  ['guards: {\n  ...(moved && { moved_version: isAt(moved) }),\n  },', ['moved_version']],
  [
    'function possible(): Guards {\n  const ids = [id];\n  return { units_free: allOf(rows) };\n}',
    ['units_free'],
  ],
  ['guards: { ...next.guards, ...guards }, writes: { next: one }', []],
])('%s', (text, names) => {
  expect(guardNames(text)).toEqual(names);
});

it('a guard needs a test that violates it by its whole name', () => {
  const sources = [{ file: 'worker/a.ts', text: 'guards: { unit: a, units: b }' }];
  const tests = [{ file: 'worker/a.test.ts', text: "violate('units', act, other)" }];
  expect(findUnviolated(sources, tests)).toEqual([expect.stringMatching(/^worker\/a\.ts: .*'unit'/)]);
  expect(findUnviolated(sources, [{ file: 'worker/b.test.ts', text: "'unit', 'units'" }])).toHaveLength(2);
});
