import type { BoardJob, BoardRoute } from '#contract/dispatch.ts';
import type { OutCustomer } from '#contract/dispatch-out.ts';
import { isOutside } from '#domain/dispatch/arrival-windows.ts';
import type { TimeSpan } from '#domain/dispatch/route-times.ts';
import { isoInstant } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { expectedMs, listVisits, type Visit } from '../arrival-windows.ts';
import { getJobView, type Plan, timeOn } from '../plan.ts';
import { listWindows } from '../windows-repo.ts';
import { listReachable } from './repo.ts';

type Change = {
  plan: Plan;
  day: string;
  /** All routes of the day, before and after the change. */
  before: readonly BoardRoute[];
  after: readonly BoardRoute[];
  /** The jobs that move to another day. */
  carriedIds: ReadonlySet<number>;
};

/**
 * The customers who were sent a time that no longer holds, or whose visit moves to another day, and what they are sent:
 * by the rules of arrival windows, one more window at most.
 */
export async function listOutCustomers(ctx: Context, change: Change): Promise<OutCustomer[]> {
  const { plan, carriedIds } = change;
  const sentTo = new Map((await listWindows(ctx.db, change.day)).map((sent) => [sent.jobId, sent]));
  const [before, after] = [visitsByJob(change, change.before), visitsByJob(change, change.after)];
  const unpublished = new Set(change.after.flatMap(({ id, publishedAt }) => (publishedAt ? [] : [id])));
  const found = [...plan.jobs.values()].map(getJobView).flatMap((view): (Affected | null)[] => {
    const sent = sentTo.get(view.id) ?? null;
    const visit = after.get(view.id) ?? null;
    const affected = { job: view, sent, expected: visit?.window ?? null };
    if (carriedIds.has(view.id)) return [{ ...affected, message: 'moved' }];
    if (!sent || !before.has(view.id)) return [];
    if (!visit) return [{ ...affected, message: 'none' }];
    const wasOutside = isOutside(expectedMs(before.get(view.id) ?? visit), sent);
    if (!isOutside(expectedMs(visit), sent) || wasOutside) return [];
    if (sent.kind === 'changed') return [{ ...affected, message: 'none' }];
    return [{ ...affected, message: unpublished.has(visit.route.id) ? 'later' : 'window' }];
  });
  const listed = found.flatMap((one) => one ?? []);
  const bookingIds = listed.map(({ job }) => job.bookingId);
  const reachable = new Map((await listReachable(ctx.db, bookingIds)).map((row) => [row.id, row]));
  return listed.map((one) => {
    const { hasEmail = false, hasText = false } = reachable.get(one.job.bookingId) ?? {};
    const sendsText = ctx.texts !== null && hasText && one.message !== 'moved';
    return viewOf(one, { hasEmail, hasText: sendsText });
  });
}

type Affected = Pick<OutCustomer, 'message'> & {
  job: BoardJob;
  sent: TimeSpan | null;
  expected: TimeSpan | null;
};

/** Those of routes that are not published, too. */
function visitsByJob({ plan, day }: Change, routes: readonly BoardRoute[]): Map<number, Visit> {
  const visits = listVisits({
    day,
    timeZone: plan.timeZone,
    dayStart: isoInstant(timeOn(plan, day, plan.times.dayStart)),
    dayEnd: isoInstant(timeOn(plan, day, plan.times.dayEnd)),
    routes: routes.map((route) => ({ ...route, publishedAt: route.publishedAt ?? route.startsAt })),
  });
  return new Map(visits.map((visit) => [visit.jobId, visit]));
}

function viewOf(
  { job, sent, expected, message }: Affected,
  reach: { hasEmail: boolean; hasText: boolean },
): OutCustomer {
  const isReached = reach.hasEmail || reach.hasText;
  return {
    jobId: job.id,
    bookingId: job.bookingId,
    phoneDisplay: job.phoneDisplay,
    customer: `${job.firstName} ${job.lastName}`.trim(),
    sent: sent && spanOf(sent),
    expected: expected && spanOf(expected),
    message: isReached ? message : 'none',
    ...reach,
  };
}

const spanOf = ({ fromMs, toMs }: TimeSpan) => ({ from: isoInstant(fromMs), to: isoInstant(toMs) });
