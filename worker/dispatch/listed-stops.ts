import type { StopInput } from '#contract/dispatch.ts';
import { isLiveStop } from '#domain/dispatch/stops.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Plan, PlannedJob } from './plan.ts';
import type { PlanSiteRow } from './plan-repo.ts';
import type { PlannedStop } from './route-view.ts';

/** The stop that an item of the new order names. Throws invalid, not_found, or conflict for one that is gone. */
export function resolveStop(
  plan: Plan,
  {
    item,
    before,
    transfers,
  }: {
    item: StopInput;
    before: readonly PlannedStop[];
    transfers: Plan['named'];
  },
): PlannedStop {
  if ('type' in item) {
    const site = item.type === 'break' ? null : siteFor(plan, item.type, item.siteId);
    return withSettings({ ...NEW_STOP, type: item.type, job: null, site }, item);
  }
  if ('stopId' in item) {
    const own = before.find(({ id }) => id === item.stopId);
    if (own) return withSettings(own, item);
    const transfer = transfers.find(({ id }) => id === item.stopId);
    const job = transfer?.jobId ? plan.jobs.get(transfer.jobId) : undefined;
    if (job) {
      const { plannedMinutes = null, areMinutesSet = false } = transfer ?? {};
      const moved = { ...newStop(job), plannedMinutes, areMinutesSet };
      return withSettings(moved, item);
    }
    throw new AppError(
      'conflict',
      'One of these stops was taken off its route. Check the board and try again.',
    );
  }
  const planned = before.find((stop) => stop.job?.row.id === item.jobId && !isEnded(stop));
  const job = plan.jobs.get(item.jobId);
  if (!planned && !job) throw new AppError('not_found', 'One of these jobs does not exist.');
  return withSettings(planned ?? newStop(job as PlannedJob), item);
}

type StopSettings = { minutes?: number | undefined; isPinned?: boolean | undefined };

/** The stop with what staff set for it. What is done keeps its facts. */
function withSettings(stop: PlannedStop, { minutes, isPinned }: StopSettings): PlannedStop {
  if (isEnded(stop)) return stop;
  return {
    ...stop,
    plannedMinutes: minutes ?? stop.plannedMinutes,
    areMinutesSet: minutes !== undefined || stop.areMinutesSet,
    isPinned: isPinned ?? stop.isPinned,
  };
}

export const NEW_STOP = {
  id: null,
  status: 'pending',
  plannedMinutes: null,
  areMinutesSet: false,
  departedAt: null,
  actualArrival: null,
  updatedAt: 0,
  outcomeReason: null,
  isPinned: false,
  changedAt: null,
} as const;

/** A stop for a job that is not stored yet. */
export function newStop(job: PlannedJob): PlannedStop {
  return { ...NEW_STOP, type: job.row.type, job, site: null };
}

/** The site that a stop names, or the only one of its kind. A yard stop needs none. */
function siteFor({ sites }: Plan, kind: 'yard' | 'disposal', id: number | undefined): PlanSiteRow | null {
  const ofKind = [...sites.values()].filter((site) => site.kind === kind && !site.isDeleted);
  if (id === undefined) {
    const [only, ...others] = ofKind;
    if (kind === 'yard' || (only && others.length === 0)) return only ?? null;
    throw invalid('stops', only ? 'Choose a disposal site' : 'Enter a disposal site in the settings first');
  }
  const site = ofKind.find((one) => one.id === id);
  if (!site) throw invalid('stops', `There is no such ${kind === 'yard' ? 'yard' : 'disposal site'}`);
  return site;
}

/** A stop that is done, or was attempted. */
export const isEnded = ({ status }: PlannedStop) => !isLiveStop(status);

const MAX_DAYS_AHEAD = 366;

/** Throws invalid for a day far from today: it is a typing mistake, and no one would open the board of that day. */
export function assertWithinYear(ctx: Context, day: Day): void {
  if (day > addDays(ctx.today(), MAX_DAYS_AHEAD)) throw invalid('day', 'Choose a day within the next year');
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] });
}
