import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTriggers, type Trigger } from './triggers.ts';

/** A rule that the database holds. `file` and `name`: where it is written. `tests`: the files that hold it. */
type Rule = { table: string; text: string; name: string; kind: string; file: string; tests: string[] };
type TestFile = { file: string; text: string };

type Constraint = { name: string; value: string };
type Index = { name: string; columns: string[]; isUnique: boolean; where?: string };
type Table = { name: string; checkConstraints: Record<string, Constraint>; indexes: Record<string, Index> };

export const RULES_FILE = 'docs/rules.md';
const TEST_FOLDERS = ['domain', 'scripts', 'worker'];

/** The tests of triggers that refuse nothing: they keep what follows from other rows, and no test names them. */
const DERIVED_TESTS: readonly (readonly [names: RegExp, tests: readonly string[]])[] = [
  [
    /^(totals|clients_(search|booking)|client_aliases|bookings_(search|client_key)|transactions_(search|place))_/,
    ['worker/base/db/summaries/exactness.test.ts', 'worker/base/db/summaries/lists.test.ts'],
  ],
  [/^attention_(added|removed)$/, ['worker/bookings/attention.test.ts']],
  [/^attention_unit_(back|replaced|released)$/, ['worker/bookings/jobs/jobs.test.ts']],
  [/^attention_unit_/, ['worker/bookings/units-out-of-service.test.ts']],
  [/^bookings_(paid|due_again)_/, ['worker/money/ledger/booking-sums.test.ts']],
  [/^bookings_agreed_/, ['worker/bookings/price/kept-days.test.ts']],
  [/^jobs_site_/, ['worker/bookings/jobs/jobs.test.ts']],
  [/_release_jobs$/, ['worker/fleet/jobs/jobs.test.ts']],
  [/^checkouts_finished_without_secret$/, ['worker/base/db/constraints.test.ts']],
  [/^repeat_links_/, ['worker/bookings/repeat-links/repeat-links.test.ts']],
  [/^transactions_removed_customer/, ['worker/operations/removals/removals.test.ts']],
];

/** docs/rules.md: every trigger, CHECK and unique index, by table. */
export function writeRules(root: string): string {
  const areas = Map.groupBy(listRules(root), ({ table }) => table);
  const tables = [...areas].toSorted(([a], [b]) => a.localeCompare(b)).map(formatArea);
  return `${HEAD}\n${tables.join('\n')}`;
}

const HEAD = `# Rules of the database

\`node scripts/rules.ts --update\` writes this page, and \`npm run check\` compares it. It lists what the database refuses and what it derives from other rows: the triggers of \`worker/base/db/triggers\`, and the CHECKs and unique indexes of \`worker/base/db/schema\`. The tests are those that name the refusal, the constraint or the trigger.
`;

function formatArea([table, rules]: [string, Rule[]]): string {
  const rows = rules.map(({ text, kind, name, file, tests }) => [
    text,
    `${kind} \`${name}\` in \`${file}\``,
    tests.map((test) => `\`${test}\``).join(', '),
  ]);
  const lines = [['rule', 'enforced by', 'tests'], ['---', '---', '---'], ...rows];
  return `## ${table}\n\n${lines.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')}\n`;
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|');

/** '' if docs/rules.md is up to date and each trigger has a test; else one line for each finding. */
export function checkRules(root: string): string {
  const tests = readTests(root);
  const untested = readTriggers(root).flatMap((trigger) => findUntested(trigger, tests));
  const isCurrent = readFileSync(join(root, RULES_FILE), 'utf8') === writeRules(root);
  return [...untested, ...(isCurrent ? [] : [`${RULES_FILE}: run node scripts/rules.ts --update`])].join(
    '\n',
  );
}

/** Each refusal of a trigger needs a test that names it, and each trigger that refuses nothing a test of its result. */
export function findUntested(trigger: Trigger, tests: readonly TestFile[]): string[] {
  const { table, name } = trigger;
  const refusals = listRefusals(trigger);
  if (refusals.length === 0)
    return testsOf(trigger, tests).length > 0
      ? []
      : [
          `worker/base/db/triggers/${table}.sql: no test for ${name}; add one, or name its test in scripts/verify/rules.ts`,
        ];
  return refusals
    .filter((refusal) => listNaming([refusal], tests).length === 0)
    .map((refusal) => `worker/base/db/triggers/${table}.sql: no test names '${refusal}' of ${name}`);
}

function listRules(root: string): Rule[] {
  const tests = readTests(root);
  const triggers = readTriggers(root).map((trigger) => ({
    table: trigger.table,
    text: trigger.rule,
    name: trigger.name,
    kind: listRefusals(trigger).length > 0 ? 'trigger' : 'trigger that derives',
    file: `worker/base/db/triggers/${trigger.table}.sql`,
    tests: testsOf(trigger, tests),
  }));
  const schemaFiles = readSchemaFiles(root);
  const constraints = readTables(root).flatMap((table) =>
    listConstraints(table).map((rule) => ({
      ...rule,
      table: table.name,
      file:
        schemaFiles.find(({ text }) => text.includes(`'${table.name}',`))?.file ?? 'worker/base/db/schema',
      tests: listNaming([rule.name], tests),
    })),
  );
  return [...triggers, ...constraints];
}

function listConstraints({ name, checkConstraints, indexes }: Table) {
  const plain = (sql: string) => sql.replaceAll(`"${name}".`, '').replaceAll('"', '').replace(/\s+/g, ' ');
  const checks = Object.values(checkConstraints).map((constraint) => ({
    text: `\`${plain(constraint.value)}\``,
    name: constraint.name,
    kind: 'CHECK',
  }));
  const uniques = Object.values(indexes)
    .filter(({ isUnique }) => isUnique)
    .map(({ name: index, columns, where }) => ({
      text: `At most one row for each \`${plain(columns.join(', '))}\`${where ? ` where \`${plain(where)}\`` : ''}`,
      name: index,
      kind: 'unique index',
    }));
  return [...checks, ...uniques];
}

function testsOf(trigger: Trigger, tests: readonly TestFile[]): string[] {
  const isDerived = listRefusals(trigger).length === 0;
  const derived = isDerived ? (DERIVED_TESTS.find(([names]) => names.test(trigger.name))?.[1] ?? []) : [];
  return [...new Set([...derived, ...listNaming([...listRefusals(trigger), trigger.name], tests)])];
}

/** The texts with which a trigger refuses. */
function listRefusals({ sql }: Trigger): string[] {
  return [...new Set([...sql.matchAll(/RAISE\(ABORT, '([^']+)'\)/g)].map(([, text = '']) => text))];
}

function listNaming(words: readonly string[], tests: readonly TestFile[]): string[] {
  const named = new RegExp(`\\b(${words.join('|')})\\b`);
  return tests.filter(({ text }) => named.test(text)).map(({ file }) => file);
}

/** The tables of the latest migration, as the schema generator records them. */
function readTables(root: string): Table[] {
  const dir = join(root, 'migrations/meta');
  const latest =
    readdirSync(dir)
      .toSorted()
      .findLast((name) => name.endsWith('_snapshot.json')) ?? '';
  const { tables } = JSON.parse(readFileSync(join(dir, latest), 'utf8')) as { tables: Record<string, Table> };
  return Object.values(tables);
}

function readSchemaFiles(root: string): TestFile[] {
  return readTexts(root, 'worker/base/db/schema', /\.ts$/);
}

function readTests(root: string): TestFile[] {
  return TEST_FOLDERS.flatMap((folder) => readTexts(root, folder, /\.test\.ts$/));
}

function readTexts(root: string, folder: string, names: RegExp): TestFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .toSorted()
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }));
}
