import { findDifferences, type LedgerEntry } from '#domain/money/reconciliation.ts';
import { addDays, isoInstant, startOfDay } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { saveCursor } from '#worker/base/db/cursors-repo.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { readPages } from '#worker/base/platform/stripe-pages.ts';
import { listLossesWithin } from '#worker/money/disputes/repo.ts';
import { compareAmounts } from './amounts.ts';
import { DISPUTE_DAYS, readDisputes, storeMissedStatuses } from './disputes.ts';
import { listEntriesWithin, listLedgerEntries, listOpenObjects, markSettled, upsertIssue } from './repo.ts';
import { LAST_RUN } from './service.ts';
import {
  type AtStripe,
  compareWithStripe,
  disputeAtStripe,
  disputedIntentId,
  intentIdOf,
  type LocatedDifference,
  locateDifference,
  paymentAtStripe,
  refundAtStripe,
  sumSucceeded,
} from './sides.ts';

/** Whole business days that are compared, in addition to today. */
const COMPARED_DAYS = 3;
/** The webhook gets this much time for younger payments. */
const MIN_AGE_MS = 10 * 60_000;
/** Pages of a hundred payments or refunds. */
const MAX_PAGES = 50;
/** The most differences that are compared a second time, and how many at once. */
const MAX_RECHECKS = 200;
const CONCURRENCY = 5;

/**
 * Compares the ledger with Stripe every night, in both directions. Differences are stored for staff; open issues that
 * agree now are settled. Forced, it includes the youngest payments. `fromMs`: compares since then instead of the last
 * days. Throws ProviderError when Stripe does not answer.
 */
export async function reconcile(ctx: Context, { isForced, fromMs }: { isForced: boolean; fromMs?: number }) {
  const nowMs = ctx.now();
  const stretch = {
    from: fromMs ?? startOfDay(addDays(ctx.today(), -COMPARED_DAYS), ctx.settings.timeZone),
    until: isForced ? null : nowMs - MIN_AGE_MS,
  };
  const payments = await paymentsWithin(ctx, stretch);
  const refunds = await refundsWithin(ctx, stretch, payments.found);
  const disputes = await disputesSince(ctx, stretch, payments.found);
  const atStripe = [
    ...payments.found,
    ...refunds.found,
    ...disputes.own.map((dispute) => disputeAtStripe(dispute, true)),
  ];
  const from = { payment: payments.from, refund: refunds.from };
  const losses = await listLossesWithin(ctx.db, disputes.from, stretch.until ?? Number.MAX_SAFE_INTEGER);
  const inLedger = await readComparedLedger(ctx, { ...stretch, starts: from }, { atStripe, losses });
  const byId = new Map(atStripe.map((entry) => [entry.id, entry]));
  const findings = findDifferences(inLedger, atStripe).flatMap(
    (one) => locateDifference(one, byId.get(one.id) ?? null) ?? [],
  );
  const differs = new Set(findings.map(({ id }) => id));
  await storeMissedStatuses(
    ctx,
    disputes.own.filter(({ id }) => !differs.has(id)),
  );
  const { differing, settled } = await recheckDifferences(ctx, findings);
  await note(ctx, differing, settled);
  const amountsDiffering = await compareAmounts(ctx);
  const counts = {
    payments: payments.found.filter(({ isBooked }) => isBooked).length,
    refunds: refunds.found.filter(({ isBooked }) => isBooked).length,
    differences: differing.length + amountsDiffering,
    settled: settled.length,
  };
  await saveCursor(ctx.db, { name: LAST_RUN, reachedAt: nowMs, result: counts });
  const booked = atStripe.filter(({ isBooked }) => isBooked);
  ctx.log[counts.differences > 0 ? 'warn' : 'info']('ledger_reconciled', {
    ...counts,
    paidHere: sumSucceeded(inLedger, 'payment'),
    paidAtStripe: sumSucceeded(booked, 'payment'),
    refundedHere: sumSucceeded(inLedger, 'refund'),
    refundedAtStripe: sumSucceeded(booked, 'refund'),
  });
  return counts;
}

type Stretch = { from: number; until: number | null };

const rangeOf = ({ from, until }: Stretch) => ({
  gte: Math.floor(from / 1000),
  ...(until === null ? {} : { lte: Math.floor(until / 1000) }),
});

/** `from`: the start of the complete result. It is later than requested when there are more than MAX_PAGES pages. */
async function paymentsWithin(ctx: Context, stretch: Stretch) {
  const created = rangeOf(stretch);
  const { found, oldest } = await readPages({
    fetch: (after) => ctx.stripe.pageOfIntents({ created, ...after }),
    keep: (intent) => paymentAtStripe(ctx, intent),
    maxPages: MAX_PAGES,
  });
  return { found, from: completeFrom(ctx, stretch, oldest) };
}

async function refundsWithin(ctx: Context, stretch: Stretch, payments: readonly AtStripe[]) {
  const created = rangeOf(stretch);
  const { found, oldest } = await readPages({
    fetch: (after) => ctx.stripe.pageOfRefunds({ created, ...after }),
    keep: (refund) => ({ refund, paymentId: intentIdOf(refund) }),
    maxPages: MAX_PAGES,
  });
  const inLedger = await filterOwnPayments(
    ctx,
    payments,
    found.flatMap(({ paymentId }) => paymentId ?? []),
  );
  return {
    found: found.map(({ refund, paymentId }) =>
      refundAtStripe(refund, paymentId !== null && inLedger.has(paymentId)),
    ),
    from: completeFrom(ctx, stretch, oldest),
  };
}

/** Disputes of the last 150 days: a bank takes months to decide. */
async function disputesSince(ctx: Context, { until }: Stretch, payments: readonly AtStripe[]) {
  const stretch = { from: startOfDay(addDays(ctx.today(), -DISPUTE_DAYS), ctx.settings.timeZone), until };
  const { found, oldest } = await readDisputes(ctx, rangeOf(stretch));
  const inLedger = await filterOwnPayments(
    ctx,
    payments,
    found.flatMap((dispute) => disputedIntentId(dispute) ?? []),
  );
  const own = found.filter((dispute) => inLedger.has(disputedIntentId(dispute) ?? ''));
  return { own, from: completeFrom(ctx, stretch, oldest) };
}

/** The payments that belong to this system: they are in the ledger, or were just found at Stripe. */
async function filterOwnPayments(ctx: Context, payments: readonly AtStripe[], ids: readonly string[]) {
  return new Set([
    ...payments.filter(({ isBooked }) => isBooked).map(({ id }) => id),
    ...(await listLedgerEntries(ctx.db, [...new Set(ids)])).map(({ id }) => id),
  ]);
}

function completeFrom(ctx: Context, { from }: Stretch, oldest: number | null): number {
  if (oldest === null) return from;
  ctx.log.warn('ledger_reconciled_in_part', { from: isoInstant(oldest * 1000) });
  return (oldest + 1) * 1000;
}

/** The ledger entries of the compared days, and all other entries that Stripe has listed. */
async function readComparedLedger(
  ctx: Context,
  { from, until, starts }: Stretch & { starts: Record<'payment' | 'refund', number> },
  { atStripe, losses }: { atStripe: readonly AtStripe[]; losses: readonly LedgerEntry[] },
) {
  const within = await listEntriesWithin(ctx.db, from, until ?? Number.MAX_SAFE_INTEGER);
  const made = [...within.filter(({ type, createdAt }) => createdAt >= starts[type]), ...losses];
  const known = new Set(made.map(({ id }) => id));
  const others = atStripe.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  return [...made, ...(await listLedgerEntries(ctx.db, others))];
}

/**
 * Compares each difference and open issue again, one at a time: objects can change while the lists are read, and an open
 * issue can be about an older payment. If Stripe cannot be read, a difference stays as it was found.
 */
async function recheckDifferences(ctx: Context, findings: LocatedDifference[]) {
  const found = new Map(findings.map((finding) => [finding.id, finding]));
  const open = await listOpenObjects(ctx.db, MAX_RECHECKS);
  const ids = [...new Set([...open, ...found.keys()])];
  const differing: LocatedDifference[] = ids.slice(MAX_RECHECKS).flatMap((id) => found.get(id) ?? []);
  const settled: string[] = [];
  for (let i = 0; i < Math.min(ids.length, MAX_RECHECKS); i += CONCURRENCY) {
    const few = ids.slice(i, Math.min(i + CONCURRENCY, MAX_RECHECKS));
    const looks = await Promise.all(few.map((id) => tryCompareWithStripe(ctx, id, found.get(id) ?? null)));
    for (const [at, look] of looks.entries()) {
      const id = few[at] ?? '';
      if (look) differing.push(look);
      else if (look === null && open.includes(id)) settled.push(id);
    }
  }
  return { differing, settled };
}

/** Undefined: the object could not be compared, and no difference was found before. */
async function tryCompareWithStripe(ctx: Context, id: string, found: LocatedDifference | null) {
  try {
    return await compareWithStripe(ctx, id);
  } catch (error) {
    ctx.log.warn('transaction_not_compared', { transactionId: id, ...describeError(error) });
    return found ?? undefined;
  }
}

const WRITE_BATCH_SIZE = 50;

async function note(ctx: Context, differing: readonly LocatedDifference[], settled: readonly string[]) {
  const { db } = ctx;
  const nowMs = ctx.now();
  const statements = [
    ...differing.map((finding) => upsertIssue(db, finding, nowMs)),
    ...settled.map((id) => markSettled(db, id, { by: null, nowMs })),
  ];
  for (let i = 0; i < statements.length; i += WRITE_BATCH_SIZE) {
    await commit(ctx, { writes: statements.slice(i, i + WRITE_BATCH_SIZE) });
  }
}
