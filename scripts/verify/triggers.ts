import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readMigrations } from '../local/migrate.ts';

/** A trigger of worker/base/db/triggers. `rule` is the text of the comment above it; `sql` ends without a semicolon. */
export type Trigger = { table: string; name: string; rule: string; comment: string; sql: string };

const MIN_RULE_WORDS = 3;
const BLOCK = /^((?:--[^\n]*\n)+)(CREATE TRIGGER `?(\w+)`?\s[\s\S]*?\bON `?(\w+)`?[\s\S]*\nEND);$/;

/** The triggers of worker/base/db/triggers, one file for each table. Throws with the file and block that has another form. */
export function readTriggers(root: string): Trigger[] {
  const dir = join(root, 'worker/base/db/triggers');
  const files = readdirSync(dir).toSorted();
  return files.flatMap((file) => {
    const blocks = readFileSync(join(dir, file), 'utf8')
      .trim()
      .split(/\n{2,}/);
    return blocks.map((block) => parseTrigger(file, block));
  });
}

function parseTrigger(file: string, block: string): Trigger {
  const [, comment = '', sql = '', name = '', table = ''] = BLOCK.exec(block) ?? [];
  if (!name || `${table}.sql` !== basename(file))
    throw new Error(
      `worker/base/db/triggers/${file}: a block is the rule as a comment, then CREATE TRIGGER name ... ON ${basename(file, '.sql')} ... END; without an empty line in it. This one is not:\n${block}`,
    );
  const rule = comment
    .split('\n')
    .map((line) => line.replace(/^--\s*/, ''))
    .join(' ')
    .trim();
  return { table, name, rule, comment, sql };
}

/** The statements that turn the triggers of the migrated database into those of the source. '' without a difference. */
export function diffTriggers(root: string): string {
  const migrated = readMigratedTriggers(root);
  const source = readTriggers(root);
  const changed = source.filter(({ name, sql }) => normalize(migrated.get(name) ?? '') !== normalize(sql));
  const names = new Set(source.map(({ name }) => name));
  const dropped = [...migrated.keys()].filter(
    (name) => !names.has(name) || changed.some((trigger) => trigger.name === name),
  );
  return [
    ...dropped.map((name) => `DROP TRIGGER ${name};`),
    ...changed.map(({ comment, sql }) => `${comment}${sql};`),
  ].join('\n--> statement-breakpoint\n');
}

/**
 * What `npm run check` reports: the source and the migrations must make the same triggers, and each says its rule. ''
 * without a finding.
 */
export function checkTriggers(root: string): string {
  const silent = readTriggers(root)
    .filter(({ rule }) => rule.split(' ').length < MIN_RULE_WORDS)
    .map(
      ({ table, name }) =>
        `worker/base/db/triggers/${table}.sql: write the rule of ${name} as a sentence above it`,
    );
  const statements = diffTriggers(root);
  const difference = `worker/base/db/triggers differs from the migrated database. \`node scripts/generate-triggers.ts NAME\` writes a migration with:\n${statements}`;
  return [...silent, ...(statements === '' ? [] : [difference])].join('\n');
}

function readMigratedTriggers(root: string): Map<string, string> {
  const database = new DatabaseSync(':memory:');
  for (const { statements } of readMigrations(join(root, 'migrations')))
    for (const statement of statements) database.exec(statement);
  const found = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  return new Map(found.map(({ name, sql }) => [String(name), String(sql)]));
}

/** Comments and spaces do not count. */
function normalize(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .replace(/;?\s*$/, '');
}
