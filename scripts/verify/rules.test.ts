import { expect, it } from 'vitest';
import { findUntested } from './rules.ts';

const trigger = (name: string, refusals: string[]) => ({
  table: 'units',
  name,
  rule: 'A unit has a name.',
  comment: '-- A unit has a name.\n',
  sql: `CREATE TRIGGER ${name} BEFORE INSERT ON units BEGIN ${refusals.map((text) => `SELECT RAISE(ABORT, '${text}');`).join(' ')} END`,
});
const test = (text: string) => ({ file: 'worker/units.test.ts', text });

it('each refusal of a trigger needs a test that names it as a whole word', () => {
  const named = trigger('units_named', ['unit_name', 'unit_number']);
  const missing = "worker/base/db/triggers/units.sql: no test names 'unit_number' of units_named";
  expect(findUntested(named, [test("'unit_name'"), test("'unit_numbers'")])).toEqual([missing]);
  expect(findUntested(named, [test("'unit_name'"), test("'unit_number'")])).toEqual([]);
});

it('a trigger that refuses nothing needs a test of its own name or an entry', () => {
  expect(findUntested(trigger('units_counted', []), [])).toEqual([
    expect.stringContaining('no test for units_counted'),
  ]);
  expect(findUntested(trigger('units_counted', []), [test('units_counted')])).toEqual([]);
  expect(findUntested(trigger('totals_units', []), [])).toEqual([]);
});
