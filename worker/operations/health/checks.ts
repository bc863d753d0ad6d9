import { HOUR_MS, isoInstant, MINUTE_MS } from '#domain/shared/days.ts';
import type { CronRun } from '#worker/base/db/cron-runs-repo.ts';
import type { StripeAnswer } from '#worker/base/platform/stripe.ts';
import { COUNT_LIMIT } from './repo.ts';

/** Each cron task and its expression. */
export type CronExpressions = Readonly<Record<string, string>>;

/** What the checks look at. Instants and ages in milliseconds. */
export type HealthFacts = {
  nowMs: number;
  /** File names of migrations, in order: those that the code knows, and those of the database. */
  schema: { known: readonly string[]; applied: readonly string[] };
  /** A restore from backup has not loaded all rows. */
  isRestoreLoading: boolean;
  crons: CronExpressions;
  runs: readonly CronRun[];
  /** Since when the oldest item is due, never tried or failed; and whether one was done in OUTBOX_FAILED_LIMIT_MS. */
  outbox: {
    untriedSince: number | null;
    failedSince: number | null;
    failed: number;
    hasRecentlyDone: boolean;
  };
  deadLetters: number;
  differences: number;
  databaseBytes: number;
  backup: BackupFacts;
  /** The last call to Stripe by a cron task, and how many in a row got no answer; null before the first. */
  stripe: (StripeAnswer & { unanswered: number }) | null;
};
/** `finishedAt`: of the newest complete backup; null when there is none. */
export type BackupFacts = {
  finishedAt: number | null;
  hasKey: boolean;
  /** Staging may go without backups. */
  isRequired: boolean;
  error: string | null;
};
type CheckResult = { ok: boolean; detail: string };

/** The queue begins with a row in seconds, the cron within seven minutes. */
const OUTBOX_UNTRIED_LIMIT_MS = 15 * MINUTE_MS;
/** The queue makes five attempts in this time. */
export const OUTBOX_FAILED_LIMIT_MS = 30 * MINUTE_MS;
/** D1 refuses writes above 10 GB. */
const DATABASE_LIMIT_BYTES = 8e9;
/** One call that gets no answer is usual. */
const STRIPE_UNANSWERED_LIMIT = 2;
/** How long a failed item is news. An e-mail to an address that does not exist stays failed. */
export const DEAD_LETTER_NEWS_MS = 24 * HOUR_MS;

const CHECKS = {
  // Migrations that a newer version added are fine: the database is ahead during a deployment and after a rollback.
  schema: ({ schema: { known, applied } }) => {
    const missing = known.filter((name) => !applied.includes(name));
    if (missing.length > 0) return bad(`Not applied to the database: ${missing.join(', ')}`);
    return good(`The latest migration of the database is ${applied.at(-1)}`);
  },
  restore: ({ isRestoreLoading }) =>
    isRestoreLoading
      ? bad('A restore from backup is not loaded completely: rows are missing. Repeat npm run restore')
      : good('No restore is loading'),
  crons: checkCrons,
  outbox: checkOutbox,
  dead_letters: ({ deadLetters }) =>
    deadLetters === 0
      ? good('No item failed in the last 24 hours')
      : bad(`${counted(deadLetters)} failed: see /admin/notifications`),
  reconciliation: ({ differences }) =>
    differences === 0
      ? good('No open difference')
      : bad(`${counted(differences)} open: see /admin/reconciliation`),
  backup: checkBackup,
  database_size: ({ databaseBytes }) => {
    const size = `${(databaseBytes / 1e9).toFixed(2)} of 10 GB`;
    return databaseBytes <= DATABASE_LIMIT_BYTES ? good(size) : bad(size);
  },
  stripe: ({ stripe }) => {
    if (!stripe) return good('Not called yet');
    const when = isoInstant(stripe.atMs);
    if (stripe.result === 'answered') return good(`Answered at ${when}`);
    if (stripe.result === 'key_refused') return bad(`Refused the secret key at ${when}`);
    const detail = `Did not answer at ${when}, ${stripe.unanswered} in a row`;
    return stripe.unanswered < STRIPE_UNANSWERED_LIMIT ? good(detail) : bad(detail);
  },
} as const satisfies Record<string, (facts: HealthFacts) => CheckResult>;

type CheckName = keyof typeof CHECKS;
export type HealthCheck = CheckResult & { name: CheckName };
const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];

/** Staff handle these in their own time: they are e-mailed, and the service itself is not failing. */
const FOR_STAFF: readonly CheckName[] = ['dead_letters', 'reconciliation'];

export function runChecks(facts: HealthFacts): HealthCheck[] {
  return CHECK_NAMES.map((name) => ({ name, ...CHECKS[name](facts) }));
}

/** Whether the service itself fails, which an outside monitor must notice. */
export function isFailing(checks: readonly HealthCheck[]): boolean {
  return checks.some(({ name, ok }) => !ok && !FOR_STAFF.includes(name));
}

function checkCrons({ crons, runs, nowMs }: HealthFacts): CheckResult {
  // The check of the backup looks at its result; staging without a key for backups has none.
  const tasks = Object.entries(crons).filter(([task]) => task !== 'backup');
  const described = tasks.map(([task, cron]) => {
    const run = runs.find((one) => one.task === task);
    const since = Math.max(run?.succeededAt ?? 0, run?.expectedSince ?? nowMs);
    const last = run?.succeededAt ? `last success ${isoInstant(run.succeededAt)}` : 'no success yet';
    const text = `${task} (${last}${run?.error ? `, ${run.error}` : ''})`;
    return { text, isLate: nowMs - since > lateAfterMs(cron) };
  });
  const late = described.filter(({ isLate }) => isLate);
  const listed = (some: typeof described) => some.map(({ text }) => text).join('; ');
  return late.length === 0 ? good(`On time: ${listed(described)}`) : bad(`Late: ${listed(late)}`);
}

/** One item that always fails, for example to a refused address, is no failure while others are done. */
function checkOutbox({ outbox, nowMs }: HealthFacts): CheckResult {
  const { untriedSince, failedSince, failed, hasRecentlyDone } = outbox;
  const isLate = (since: number | null, limitMs: number) => since !== null && nowMs - since > limitMs;
  const isBroken =
    isLate(untriedSince, OUTBOX_UNTRIED_LIMIT_MS) ||
    (isLate(failedSince, OUTBOX_FAILED_LIMIT_MS) && !hasRecentlyDone) ||
    failed === COUNT_LIMIT;
  const dueSince = [untriedSince, failedSince].filter((since) => since !== null);
  if (dueSince.length === 0) return good('No item is due');
  const oldest = isoInstant(Math.min(...dueSince));
  const detail = `The oldest item is due since ${oldest}; ${counted(failed)} failed and will be tried again`;
  return isBroken ? bad(detail) : good(detail);
}

/** The newest complete backup is as old as the cron's turn allows; a new system gets the time of one turn. */
function checkBackup({ backup, crons, runs, nowMs }: HealthFacts): CheckResult {
  if (backup.error !== null) return bad(`The bucket with the backups cannot be read: ${backup.error}`);
  if (!backup.hasKey) {
    const detail = 'BACKUP_PUBLIC_KEY is not set, so no backup is made';
    return backup.isRequired ? bad(detail) : good(detail);
  }
  const last = backup.finishedAt === null ? 'No backup yet' : `Last backup ${isoInstant(backup.finishedAt)}`;
  const expectedSince = runs.find(({ task }) => task === 'backup')?.expectedSince ?? nowMs;
  const since = Math.max(backup.finishedAt ?? 0, expectedSince);
  return nowMs - since <= lateAfterMs(crons.backup ?? '') ? good(last) : bad(last);
}

/** A cron may start a little late or miss one turn: a tenth of its interval, and at least ten minutes. */
export function lateAfterMs(cron: string): number {
  const interval = intervalMs(cron);
  return interval + Math.max(interval / 10, 10 * MINUTE_MS);
}

function intervalMs(cron: string): number {
  const [minute = '', hour = '', ...days] = cron.split(' ');
  const everyMinutes = minute === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(minute)?.[1]);
  if (days.every((field) => field === '*')) {
    if (hour === '*' && everyMinutes > 0) return everyMinutes * MINUTE_MS;
    if (hour === '*' && /^\d+$/.test(minute)) return HOUR_MS;
    if (/^\d+$/.test(hour) && /^\d+$/.test(minute)) return 24 * HOUR_MS;
  }
  throw new Error(
    `The interval of the cron '${cron}' is unknown: add it to worker/operations/health/checks.ts.`,
  );
}

const good = (detail: string): CheckResult => ({ ok: true, detail });
const bad = (detail: string): CheckResult => ({ ok: false, detail });
const counted = (count: number) => (count === COUNT_LIMIT ? `${count} or more` : String(count));
