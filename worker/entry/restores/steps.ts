import { DAY_MS } from '#domain/shared/days.ts';
import type { RestoreStep } from '#domain/shared/restores.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { restartCronRuns } from '#worker/base/db/cron-runs-repo.ts';
import { stopCancellation } from '#worker/bookings/cancel/operation.ts';
import { storeRemindersUnsent } from '#worker/bookings/reminders/tasks.ts';
import { endOpenCheckouts } from '#worker/checkout/tasks.ts';
import { handleUnprocessedEvents } from '#worker/entry/queue/stripe-events.ts';
import { fetchMissedEvents, hasReadEventsUntil, rewindMissedEvents } from '#worker/money/events/missed.ts';
import { listBookingsWithOtherSums, updateBookingSums } from '#worker/money/ledger/repo.ts';
import { settleOpenLinks } from '#worker/money/links/tasks.ts';
import { reconcile } from '#worker/money/reconciliation/tasks.ts';
import { notifyOfUnbookedPayments } from '#worker/money/reconciliation/unbooked.ts';
import { settleOpenOperations, stopOpenRefunds } from '#worker/money/tasks.ts';
import { holdPendingRows } from '#worker/notify/outbox/repo.ts';
import { endRunningBackup } from '#worker/operations/backups/tasks.ts';
import { replayRemovals } from '#worker/operations/removals/replay.ts';
import { republishCatalog } from '#worker/settings/catalog/republish.ts';
import { raiseNumbersAfterRestore } from './numbers.ts';
import { listAccountIds, type Restore } from './repo.ts';
import { type AssignedUnits, assignLostUnits } from './units.ts';

export type StepResult = Record<string, number | string | boolean | null>;

/**
 * Does a step, or a part of it. `before`: the result of the last run if the step was not done. Safe to repeat. Throws
 * ProviderError when Stripe does not answer; the next run then repeats the step.
 */
type RunStep = (
  ctx: Context,
  restore: Restore,
  before: StepResult | null,
) => Promise<{ isDone: boolean; result: StepResult }>;

/** The work of each step. The order is that of RESTORE_STEPS. */
export const STEPS: Readonly<Record<RestoreStep, RunStep>> = {
  'hold-notifications': async (ctx) => {
    const reminders = await storeRemindersUnsent(ctx);
    const backups = await endRunningBackup(ctx);
    return done({ reminders, held: await holdPendingRows(ctx.db, ctx.now()), backups });
  },
  'end-sessions': async (ctx) => done({ accounts: await endAllSessions(ctx) }),
  'raise-numbers': async (ctx, restore) => {
    await raiseNumbersAfterRestore(ctx, restore);
    return done({});
  },
  'republish-catalog': async (ctx) => done({ version: await republishCatalog(ctx) }),
  'end-checkouts': async (ctx) => {
    const { hasMore, ...counts } = await endOpenCheckouts(ctx);
    return { isDone: !hasMore, result: counts };
  },
  'assign-units': async (ctx, _restore, before) => assignLostUnits(ctx, before as AssignedUnits | null),
  'settle-payments': settlePayments,
  'replay-events': replayEvents,
  'compare-with-stripe': async (ctx, { id, restoredToMs }) => {
    const counts = await reconcile(ctx, { isForced: true, fromMs: restoredToMs - DAY_MS });
    return done({ ...counts, withoutBooking: await notifyOfUnbookedPayments(ctx, id) });
  },
  'recompute-sums': recomputeSums,
  'remove-personal-data': (ctx, _restore, before) => replayRemovals(ctx, before),
  'hold-replayed-notifications': async (ctx) => done({ held: await holdPendingRows(ctx.db, ctx.now()) }),
  'restart-crons': async (ctx) => {
    await restartCronRuns(ctx.db, ctx.now());
    return done({});
  },
};

const done = (result: StepResult) => ({ isDone: true, result });

/** Accounts that the restore lost can still have a session; their ids follow the last one that the database knows. */
const LOST_ACCOUNTS = 100;
const CONCURRENCY = 20;

async function endAllSessions(ctx: Context): Promise<number> {
  const { ids, last } = await listAccountIds(ctx.db);
  const all = [...ids, ...Array.from({ length: LOST_ACCOUNTS }, (_, i) => last + 1 + i)];
  for (let i = 0; i < all.length; i += CONCURRENCY) {
    const few = all.slice(i, i + CONCURRENCY);
    await Promise.all(few.map((id) => ctx.sessions.endAll(id, { exceptId: null })));
  }
  return ids.length;
}

/**
 * Charges first: one that fails leaves a payment link. A charge whose outcome Stripe does not know yet stays with the
 * cron; without an answer from Stripe the step is repeated. A refund that stays open would be made by the cron, so the
 * step ends only without one.
 */
async function settlePayments(ctx: Context, _restore: Restore, before: StepResult | null) {
  const { settled, failed } = await settleOpenOperations(ctx, { isForced: true, kinds: ['charge'] });
  const refunds = await stopAllRefunds(ctx);
  if (refunds.failed > 0 && refunds.failed === refunds.examined) {
    throw new Error(
      `${refunds.failed} open refunds could not be compared with Stripe: see operation_not_settled`,
    );
  }
  const stoppedOf = [before?.stoppedRefundsOf, ...refunds.stoppedOf.map((id) => `#${id}`)];
  const after = typeof before?.afterLink === 'string' ? before.afterLink : '';
  const last = await settleOpenLinks(ctx, after);
  const isAnswered = failed === 0 || ctx.lastStripeAnswer()?.result === 'answered';
  return {
    isDone: last === null && isAnswered && refunds.examined === 0,
    result: {
      settled: Number(before?.settled ?? 0) + settled,
      open: failed,
      afterLink: last,
      stoppedRefundsOf: stoppedOf.filter((one) => one).join(', ') || null,
    },
  };
}

/** Also those of cancellations: a booking is cancelled only if a part of its refund was made. */
async function stopAllRefunds(ctx: Context) {
  const refunds = await stopOpenRefunds(ctx);
  const cancellations = await stopOpenRefunds(ctx, { kind: 'cancel', stopOne: stopCancellation });
  return {
    examined: refunds.examined + cancellations.examined,
    failed: refunds.failed + cancellations.failed,
    stoppedOf: [...refunds.stoppedOf, ...cancellations.stoppedOf],
  };
}

async function replayEvents(
  ctx: Context,
  { restoredAtMs, restoredToMs }: Restore,
  before: StepResult | null,
) {
  if (!before) await rewindMissedEvents(ctx, restoredToMs);
  const { missed } = await fetchMissedEvents(ctx);
  const { examined, processed, failed } = await handleUnprocessedEvents(ctx, { isForced: true });
  const isRead = await hasReadEventsUntil(ctx, restoredAtMs);
  const sum = (name: string, more: number) => Number(before?.[name] ?? 0) + more;
  return {
    isDone: isRead && missed === 0 && examined === failed,
    result: { missed: sum('missed', missed), applied: sum('applied', processed), failed },
  };
}

/** Bookings of one transaction. */
const SUMS_PAGE_SIZE = 100;

/** A backup reads the ledger before the bookings, so a sum can contain a payment or refund that the ledger got later. */
async function recomputeSums(ctx: Context, _restore: Restore, before: StepResult | null) {
  const ids = await listBookingsWithOtherSums(ctx.db, SUMS_PAGE_SIZE);
  await commit(ctx, { writes: ids.flatMap((id) => updateBookingSums(ctx.db, id)) });
  const corrected = Number(before?.corrected ?? 0) + ids.length;
  return { isDone: ids.length < SUMS_PAGE_SIZE, result: { corrected } };
}
