import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AT_ONCE_EVENTS, type LogEventEntry } from '#worker/base/platform/log-events/at-once.ts';
import { DAILY_EVENTS } from '#worker/base/platform/log-events/daily.ts';
import { ROUTINE_EVENTS } from '#worker/base/platform/log-events/routine.ts';
import { ROOT } from '../root.ts';

type Entries = Readonly<Record<string, Pick<LogEventEntry, 'levels' | 'meaning'> & Partial<LogEventEntry>>>;

const TABLES: Readonly<Record<string, Entries>> = {
  'at once': AT_ONCE_EVENTS,
  daily: DAILY_EVENTS,
  routine: ROUTINE_EVENTS,
};
const RUNBOOK = 'docs/runbook.md';

/** One line for each difference between the registry of log events, the code and the runbook; '' without any. */
export function checkLogEvents(root: string): string {
  const runbook = readFileSync(join(root, RUNBOOK), 'utf8');
  const isCurrent = withTables(runbook) === runbook;
  return [
    ...unusedEvents(readSources(root)),
    ...(isCurrent ? [] : [`${RUNBOOK}: run npx node scripts/verify/log-events.ts --update`]),
  ].join('\n');
}

/** The compiler refuses events without an entry, so only entries without code are left to find. */
export function unusedEvents(source: string): string[] {
  return Object.values(TABLES)
    .flatMap(Object.keys)
    .filter((name) => !source.includes(`'${name}'`))
    .map((name) => `worker/base/platform/log-events: no code writes ${name}; delete its entry`);
}

/** The runbook with the table of each list of events between its two comments. */
export function withTables(runbook: string): string {
  return Object.entries(TABLES).reduce((text, [name, entries]) => {
    const begin = `<!-- events: ${name} -->\n`;
    const from = text.indexOf(begin);
    const to = text.indexOf('<!-- end of events -->', from);
    if (from < 0 || to < 0) throw new Error(`${RUNBOOK} has no place for the events '${name}': add ${begin}`);
    return text.slice(0, from) + begin + tableOf(entries) + text.slice(to);
  }, runbook);
}

function tableOf(entries: Entries): string {
  const hasActions = Object.values(entries).some(({ action }) => action);
  const rows = Object.entries(entries).map(([name, { levels, meaning, action = '' }]) => [
    `\`${name}\``,
    levels.join(', '),
    meaning,
    ...(hasActions ? [action] : []),
  ]);
  const heading = ['event', 'level', 'means', ...(hasActions ? ['do'] : [])];
  const lines = [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `\n${lines.join('\n')}\n\n`;
}

/** The text of the Worker without tests and without the registry itself. */
function readSources(root: string): string {
  return readdirSync(join(root, 'worker'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !file.startsWith(join('platform', 'log-events')))
    .map((file) => readFileSync(join(root, 'worker', file), 'utf8'))
    .join('\n');
}

if (import.meta.main && process.argv.includes('--update')) {
  const file = join(ROOT, RUNBOOK);
  writeFileSync(file, withTables(readFileSync(file, 'utf8')));
}
