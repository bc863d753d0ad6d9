import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrThrow } from '../run.ts';
import { alignedTable } from './table.ts';

/** What a piece of work uses of Cloudflare's services. */
type Usage = {
  requests: number;
  rowsRead: number;
  rowsWritten: number;
  queueMessages: number;
  emails: number;
};
/** `idle`: one run of each cron task without work. */
export type MeasuredUsage = { rental: Usage; idle: Record<string, Usage & { cron: string }> };

const TEST = 'worker/base/http/every-call/happy-path.test.ts';

/** Plays a rental through the Worker in workerd, with D1 and the Stripe emulator. */
export async function measureUsage(root: string): Promise<MeasuredUsage> {
  const folder = mkdtempSync(join(tmpdir(), 'usage-'));
  try {
    const file = join(folder, 'report.json');
    const options = ['-t', 'one rental', '--reporter=json', `--outputFile=${file}`];
    await runOrThrow(['vitest', 'run', '--project', 'worker', TEST, ...options], { cwd: root });
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const usage = tests.find(({ meta }) => meta.usage)?.meta.usage;
    if (!usage) throw new Error(`${TEST} reported no usage.`);
    return usage;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Report = {
  testResults: { assertionResults: { meta: { usage?: MeasuredUsage } }[] }[];
};

export function usageTable({ rental, idle }: MeasuredUsage): string {
  const columns = ['requests', 'rowsRead', 'rowsWritten', 'queueMessages', 'emails'] as const;
  const line = (name: string, usage: Usage) => [name, ...columns.map((column) => String(usage[column]))];
  return alignedTable([
    ['', 'requests', 'rows read', 'rows written', 'queue messages', 'e-mails'],
    line('one rental', rental),
    ...Object.entries(idle).map(([name, usage]) => line(`cron ${name}`, usage)),
  ]);
}

/** Cloudflare's prices in dollars, read on 2026-11-22 (docs/costs.md has the pages). `included`: a month. */
const PLAN_DOLLARS = 5;
const PRICES = {
  requests: { included: 10e6, perUnit: 0.3 / 1e6 },
  rowsRead: { included: 25e9, perUnit: 0.001 / 1e6 },
  rowsWritten: { included: 50e6, perUnit: 1 / 1e6 },
  queueOperations: { included: 1e6, perUnit: 0.4 / 1e6 },
  emails: { included: 3000, perUnit: 0.35 / 1000 },
  objectRequests: { included: 1e6, perUnit: 0.15 / 1e6 },
} as const;

/** Visitors who look and do not book, for one booking, and the calls (the public page is one) and rows of each. */
const VISITS = 20;
const CALLS_A_VISIT = 5;
const ROWS_A_VISIT = 100;
/** The reminders of the delivery and of the return are sent days later: each is an e-mail and a queue message. */
const REMINDERS = 2;
/** Commits of one rental that are published to the sockets of staff; those of one request go together. */
const PUBLISHES_A_RENTAL = 30;
/** A message is written, read and deleted. */
const OPERATIONS_A_MESSAGE = 3;
/** A monitor from outside asks for the health every minute. */
const MONITOR_CALLS = 43_200;

export type MonthlyUse = Record<keyof typeof PRICES, number>;

/** What a number of bookings uses in a month of 30 days. */
export function monthlyUse(bookings: number, { rental, idle }: MeasuredUsage): MonthlyUse {
  const tasks = Object.values(idle);
  // One call of the Worker runs all tasks of an expression.
  const crons = [...new Set(tasks.map(({ cron }) => cron))];
  const cronCalls = crons.reduce((sum, cron) => sum + runsAMonth(cron), 0);
  const ofCrons = (column: keyof Usage) =>
    tasks.reduce((sum, usage) => sum + usage[column] * runsAMonth(usage.cron), 0);
  const messages = bookings * (rental.queueMessages + REMINDERS);
  return {
    requests: bookings * (rental.requests + VISITS * CALLS_A_VISIT) + cronCalls + messages + MONITOR_CALLS,
    rowsRead: bookings * (rental.rowsRead + VISITS * ROWS_A_VISIT) + ofCrons('rowsRead'),
    rowsWritten: bookings * rental.rowsWritten + ofCrons('rowsWritten'),
    queueOperations: messages * OPERATIONS_A_MESSAGE,
    emails: bookings * (rental.emails + REMINDERS),
    objectRequests: bookings * (rental.requests + PUBLISHES_A_RENTAL),
  };
}

/** Dollars a month: the plan, and what is above the included amounts. */
export function monthlyDollars(use: MonthlyUse): number {
  const above = (Object.keys(PRICES) as (keyof typeof PRICES)[]).map(
    (name) => Math.max(0, use[name] - PRICES[name].included) * PRICES[name].perUnit,
  );
  return PLAN_DOLLARS + above.reduce((sum, dollars) => sum + dollars, 0);
}

export function billTable(usage: MeasuredUsage): string {
  const names = Object.keys(PRICES) as (keyof typeof PRICES)[];
  const lines = [100, 1000, 10_000].map((bookings) => {
    const use = monthlyUse(bookings, usage);
    return [
      bookings.toLocaleString('en-US'),
      ...names.map((name) => Math.round(use[name]).toLocaleString('en-US')),
      monthlyDollars(use).toFixed(2),
    ];
  });
  return alignedTable([
    [
      'bookings',
      'requests',
      'rows read',
      'rows written',
      'queue operations',
      'e-mails',
      'object requests',
      'dollars',
    ],
    ...lines,
  ]);
}

/** '*' + '/5 * * * *' runs 8,640 times in 30 days. */
function runsAMonth(cron: string): number {
  const [minute = '', hour = ''] = cron.split(' ');
  const minutes = minute === '*' ? 60 : 60 / Number(/^\*\/(\d+)$/.exec(minute)?.[1] ?? 60);
  return 30 * (hour === '*' ? 24 : 1) * minutes;
}
