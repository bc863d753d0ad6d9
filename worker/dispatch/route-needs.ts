import type { Context } from '#worker/base/context.ts';
import type { ChangedBooking, CheckedRoutes } from '#worker/bookings/route-check.ts';
import { brokenText } from './conflicts.ts';
import { findLocatedUnit, type LocatedUnitRow } from './locations-repo.ts';
import { loadPlan, type Plan, type PlannedJob } from './plan.ts';
import { arePublishedAt } from './plan-guard-repo.ts';
import type { PlanRouteRow } from './plan-repo.ts';
import { listBrokenStops } from './published-routes.ts';
import { listRoutesOfBooking } from './routes-repo.ts';

type Units = ReadonlyMap<string, LocatedUnitRow>;

/** Which stops of published routes, from today on, a change of a booking makes impossible. */
export async function checkRoutes(ctx: Context, change: ChangedBooking): Promise<CheckedRoutes> {
  const today = ctx.today();
  const [units, routeIds] = await Promise.all([
    locateUnits(ctx, change),
    listRoutesOfBooking(ctx.db, change.bookingId, today),
  ]);
  const checked: PlanRouteRow[] = [];
  const days = new Set<string>();
  let text: string | null = null;
  for (const routeId of routeIds) {
    const plan = await loadPlan(ctx, { routeId, jobIds: [], stopIds: [] });
    const broken = await listBrokenStops(ctx, plan, { plan: changedPlan(plan, change, units) });
    if (broken.length > 0) text ??= brokenText(broken);
    for (const row of plan.routes) days.add(row.day);
    checked.push(...plan.routes.filter(({ publishedAt }) => publishedAt !== null));
  }
  return {
    broken: text,
    guard: arePublishedAt(checked, { days: [...days], bookingId: change.bookingId, today }),
  };
}

/** Where the units of a change are, by their roles. */
async function locateUnits(ctx: Context, { bookingId, units }: ChangedBooking): Promise<Units> {
  const there = { unitAt: 'booking' as const, unitBookingId: bookingId, unitSinceMs: ctx.now() };
  const located = await Promise.all(
    units.map(async ({ role, dumpsterId, isThere }) => {
      const unit = await findLocatedUnit(ctx.db, dumpsterId);
      return unit ? [[role, isThere ? { ...unit, ...there } : unit] as const] : [];
    }),
  );
  return new Map(located.flat());
}

/** The day without the jobs of the booking that are due later, and with its new units. */
function changedPlan(plan: Plan, change: ChangedBooking, units: Units): Plan {
  const days = new Map(plan.routes.map(({ id, day }) => [id, day]));
  const dueOf = ({ row }: PlannedJob) => {
    if (row.bookingId !== change.bookingId) return row.dueDay;
    return (
      { delivery: change.deliveryDate, final_pickup: change.pickupDay }[row.type as string] ?? row.dueDay
    );
  };
  const stops = plan.stops.filter(({ jobId, routeId, status }) => {
    const job = plan.jobs.get(jobId ?? 0);
    if (!job || status !== 'pending') return true;
    return job.row.id !== change.removedJobId && dueOf(job) <= (days.get(routeId) ?? '');
  });
  const jobs = new Map([...plan.jobs].map(([id, job]) => [id, withUnits(job, change, units)]));
  return { ...plan, stops, jobs };
}

function withUnits(job: PlannedJob, { bookingId, deliveryDate }: ChangedBooking, units: Units): PlannedJob {
  const { row } = job;
  if (row.bookingId !== bookingId) return job;
  const unit = units.get(row.unitRole ?? '');
  const collected = units.get(row.collectedRole ?? '');
  return {
    ...job,
    row: {
      ...row,
      ...unit,
      ...(collected && { collectedId: collected.unitId, collectedNumber: collected.unitNumber }),
      ...(row.deliversOn !== null && { deliversOn: deliveryDate }),
    },
  };
}
