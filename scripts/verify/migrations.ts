import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listMigrationNames } from '../local/migrate.ts';

/** The first line of a migration that the previous release cannot work with. */
const CONTRACT_MARK = '-- contract';
/** The first line of a migration that looks like a contract, with the reason why the previous release works after it. */
const COMPATIBLE_MARK = /^-- compatible: *\S/i;
/** The first schema, triggers and rows: no release ran before them. */
const BASELINE: readonly string[] = ['0000_schema.sql', '0001_triggers.sql', '0002_seed.sql'];

/** A statement and why the previous release of the Worker cannot work after it. */
type Rule = { pattern: RegExp; reason: string };

const NAME = '[`"\\[]?(\\w+)[`"\\]]?';
const statement = (text: string) => new RegExp(`^\\s*${text.replaceAll(' ', '\\s+')}`, 'i');

const ALWAYS: Rule[] = [
  { pattern: statement(`ALTER TABLE ${NAME} RENAME\\b`), reason: 'renames' },
  { pattern: statement(`ALTER TABLE ${NAME} DROP\\b`), reason: 'drops a column of' },
];
/** Allowed for tables that the same migration creates. */
const OF_OLD_TABLES: Rule[] = [
  { pattern: statement(`DROP TABLE (?:IF EXISTS )?${NAME}`), reason: 'drops or rebuilds the table' },
  {
    pattern: statement(`CREATE UNIQUE INDEX (?:IF NOT EXISTS )?\\S+ ON ${NAME}`),
    reason: 'forbids equal values in the table',
  },
  { pattern: statement(`UPDATE (?:OR \\w+ )?${NAME}`), reason: 'changes rows of the table' },
  { pattern: statement(`DELETE FROM ${NAME}`), reason: 'deletes rows of the table' },
  { pattern: statement(`ALTER TABLE ${NAME} ADD [^;]*\\bCHECK\\b`), reason: 'adds a CHECK to the table' },
  {
    pattern: new RegExp(`^\\s*CREATE\\s+TRIGGER[\\s\\S]*?\\sON\\s+${NAME}[\\s\\S]*\\bRAISE\\s*\\(`, 'i'),
    reason: 'adds a trigger that refuses changes to the table',
  },
];
/** Allowed if the same migration creates the object again. */
const REPLACEABLE = new RegExp(`^\\s*DROP\\s+(TRIGGER|VIEW|INDEX)\\s+(?:IF\\s+EXISTS\\s+)?${NAME}`, 'i');

/**
 * The migrations after the baseline that drop, rename, tighten or change rows without a mark in their first line. '' without any.
 * A deployment migrates before the new Worker runs, and a rollback keeps the migrations: both need a database that
 * the previous release can use.
 */
export function checkMigrations(root: string): string {
  const dir = join(root, 'migrations');
  return listMigrationNames(dir)
    .filter((name) => !BASELINE.includes(name))
    .flatMap((name) =>
      findContracts(readFileSync(join(dir, name), 'utf8')).map((found) => `${name} ${found}`),
    )
    .map((found) => `${found}: ${ADVICE}`)
    .join('\n');
}

const ADVICE = `let a release run that does not need it, then add a migration whose first line is '${CONTRACT_MARK}'. If the previous release works after it, the first line is '-- compatible: ' and why (CONTRIBUTING, Migrations).`;

/** What a migration drops, renames, tightens or changes in rows; empty if its first line is a mark. */
export function findContracts(sql: string): string[] {
  if (isContract(sql) || COMPATIBLE_MARK.test(sql)) return [];
  const statements = splitStatements(sql);
  const created = new Set(statements.flatMap((text) => createdBy(text) ?? []));
  return statements.flatMap((text) => {
    const always = ALWAYS.map((rule) => matchOf(rule, text));
    const old = OF_OLD_TABLES.map((rule) => matchOf(rule, text)).filter(
      (match) => match !== null && !created.has(`table ${match.name}`),
    );
    const [, type = '', name = ''] = REPLACEABLE.exec(text) ?? [];
    const isGone = type !== '' && !created.has(`${type.toLowerCase()} ${name}`);
    return [
      ...[...always, ...old].flatMap((match) => (match ? `${match.reason} ${match.name}` : [])),
      ...(isGone ? [`drops the ${type.toLowerCase()} ${name}`] : []),
    ];
  });
}

/** Whether the previous release cannot work after this migration. */
export function isContract(sql: string): boolean {
  return (sql.split('\n')[0] ?? '').trim().toLowerCase().startsWith(CONTRACT_MARK);
}

/** Comments and texts may contain any word, so they are emptied first. A trigger stays one statement. */
function splitStatements(sql: string): string[] {
  const plain = sql
    .replaceAll('--> statement-breakpoint', ';')
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (part) => (part.startsWith("'") ? "''" : ' '));
  const found: string[] = [];
  for (const part of plain.split(';')) {
    const last = found.at(-1);
    if (last !== undefined && isOpenTrigger(last)) found[found.length - 1] = `${last};${part}`;
    else found.push(part);
  }
  return found;
}

function isOpenTrigger(text: string): boolean {
  return /^\s*CREATE\s+(?:TEMP\s+)?TRIGGER\b/i.test(text) && !/;\s*END\s*$/i.test(text);
}

const CREATED = new RegExp(
  `^\\s*CREATE\\s+(?:UNIQUE\\s+|VIRTUAL\\s+)?(TABLE|TRIGGER|VIEW|INDEX)\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?${NAME}`,
  'i',
);

function createdBy(text: string): string | null {
  const [, type, name] = CREATED.exec(text) ?? [];
  return type && name ? `${type.toLowerCase()} ${name}` : null;
}

function matchOf({ pattern, reason }: Rule, text: string): { name: string; reason: string } | null {
  const name = pattern.exec(text)?.[1];
  return name === undefined ? null : { name, reason };
}
