import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkTriggers, diffTriggers } from './triggers.ts';

const dir = mkdtempSync(join(tmpdir(), 'triggers-'));
afterAll(() => rmSync(dir, { recursive: true }));

const KEPT = `CREATE TRIGGER units_kept BEFORE DELETE ON units
BEGIN
  SELECT RAISE(ABORT, 'unit_kept');
END;`;
const NAMED = `CREATE TRIGGER units_named BEFORE INSERT ON units WHEN NEW.name = ''
BEGIN
  SELECT RAISE(ABORT, 'unit_name');
END;`;

let folders = 0;

/** The root of a project: what its migration makes, and the source of the triggers of units. */
function makeProject(migrated: string, source: string, file = 'units.sql'): string {
  folders += 1;
  const root = join(dir, String(folders));
  mkdirSync(join(root, 'migrations'), { recursive: true });
  mkdirSync(join(root, 'worker/base/db/triggers'), { recursive: true });
  writeFileSync(join(root, 'migrations/0000_schema.sql'), `CREATE TABLE units (name TEXT);\n${migrated}\n`);
  writeFileSync(join(root, 'worker/base/db/triggers', file), `${source}\n`);
  return root;
}

it('triggers that are equal apart from spaces and comments pass', () => {
  const spaced = KEPT.replace('BEGIN\n  ', 'BEGIN\n\n      -- Refuses.\n');
  const root = makeProject(spaced, `-- A unit is never deleted.\n${KEPT}`);
  expect(checkTriggers(root)).toBe('');
});

it('a trigger that differs, is new or is gone is reported by name, with the statements of a migration', () => {
  const rule = '-- A unit is never deleted.\n';
  const changed = KEPT.replace('unit_kept', 'unit_stays');
  expect(checkTriggers(makeProject(KEPT, rule + changed))).toContain('worker/base/db/triggers differs');
  expect(diffTriggers(makeProject(KEPT, rule + changed))).toBe(
    `DROP TRIGGER units_kept;\n--> statement-breakpoint\n${rule}${changed}`,
  );
  const both = `${rule}${KEPT}\n\n-- A unit has a name.\n${NAMED}`;
  expect(diffTriggers(makeProject(KEPT, both))).toBe(`-- A unit has a name.\n${NAMED}`);
  expect(diffTriggers(makeProject(`${KEPT}\n${NAMED}`, rule + KEPT))).toBe('DROP TRIGGER units_named;');
  const root = makeProject(KEPT, rule + changed);
  writeFileSync(join(root, 'migrations/0001_kept.sql'), `${diffTriggers(root)}\n`);
  expect(checkTriggers(root)).toBe('');
});

it.each([
  ['without a rule', KEPT],
  ['of another table', `-- A job is never deleted.\n${KEPT.replace('ON units', 'ON jobs')}`],
  ['that is no trigger', '-- Views are no triggers.\nCREATE VIEW names AS SELECT name FROM units;'],
  ['with an empty line in it', `-- A unit is never deleted.\n${KEPT.replace('BEGIN\n', 'BEGIN\n\n')}`],
])('a block %s is refused with its file', (_, source) => {
  expect(() => checkTriggers(makeProject(KEPT, source))).toThrow(
    'worker/base/db/triggers/units.sql: a block is',
  );
});

it.each(['?', 'Units.'])('a rule that only says %s is refused', (rule) => {
  expect(checkTriggers(makeProject(KEPT, `-- ${rule}\n${KEPT}`))).toBe(
    'worker/base/db/triggers/units.sql: write the rule of units_kept as a sentence above it',
  );
});
