import type { OutCrew } from '#contract/dispatch-out.ts';
import { type AbsenceReason, countStaying, findAbsence } from '#domain/dispatch/absences.ts';
import { needsEmptyUnit } from '#domain/dispatch/load.ts';
import { MINUTE_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { getRouteOf, nowOf } from '../board.ts';
import { invalid } from '../listed-stops.ts';
import { loadPlan, onStoppedTruck, type Plan, type PlannedJob, timeOn, unitOf } from '../plan.ts';
import type { AbsenceRow, PlanRouteRow } from '../plan-repo.ts';
import { openRoute } from '../proposal/day-problem.ts';
import { pastDay } from '../proposal/propose.ts';
import { type PlannedStop, type RouteView, viewRoute } from '../route-view.ts';

/** A crew that is out: what stays on its route, and what leaves it. */
export type Outage = {
  plan: Plan;
  route: PlanRouteRow;
  stops: readonly PlannedStop[];
  kept: readonly PlannedStop[];
  released: readonly PlannedStop[];
  absence: AbsenceRow;
};
export type OutInput = { id: number; from: string; who: OutCrew };

/** Reads what is left of a route from a time on. Throws not_found, and invalid for a past day or a route without a truck. */
export async function readOutage(ctx: Context, { id, from, who }: OutInput): Promise<Outage> {
  const plan = await loadPlan(ctx, { routeId: id, jobIds: [], stopIds: [], showsDay: true });
  const { route, stops } = getRouteOf(plan, id);
  if (route.day < ctx.today()) throw pastDay();
  if (who !== 'driver' && route.truckId === null) throw invalid('who', 'This route has no truck');
  const view = viewRoute(plan, route, { stops, nowMs: nowOf(ctx, route.day) });
  const begun = new Set(openRoute(plan, route).kept.map((stop) => stop.id));
  const times = stops.map((stop, index) => ({
    isBegun: begun.has(stop.id),
    leavesMs: minuteOf(view.route.stops[index]?.departure ?? ''),
  }));
  const count = countStaying(times, timeOn(plan, route.day, from));
  const kept = stops.slice(0, count);
  const released = stops.slice(count);
  const earlier = plan.absences.filter((one) => findAbsence([one], crewOf(route, who)) !== null);
  const isBegun = stops.some(({ status }) => status !== 'pending');
  const loaded = isBegun ? loadedUnits(view, { stops, count }) : [];
  return {
    plan,
    route,
    stops,
    kept,
    released,
    absence: {
      id: 0,
      day: route.day,
      fromTime: from,
      reason: 'other' satisfies AbsenceReason,
      note: '',
      truckId: crewOf(route, who).truckId ?? earlier.find(({ truckId }) => truckId !== null)?.truckId ?? null,
      driverId:
        crewOf(route, who).driverId ?? earlier.find(({ driverId }) => driverId !== null)?.driverId ?? null,
      unitIds: [...new Set([...earlier.flatMap(({ unitIds }) => unitIds), ...loaded])],
      unitsTruckId: route.truckId,
      createdAt: ctx.now(),
    },
  };
}

/** Staff see and enter full minutes. */
const minuteOf = (instant: string) => Math.floor(Date.parse(instant) / MINUTE_MS) * MINUTE_MS;

const crewOf = ({ truckId, driverId }: PlanRouteRow, who: OutCrew) => ({
  truckId: who === 'driver' ? null : truckId,
  driverId: who === 'truck' ? null : driverId,
});

/** The units that are on the truck for stops which it does not make: those that it loaded for them at its last yard. */
function loadedUnits(
  { problems }: RouteView,
  { stops, count }: { stops: readonly PlannedStop[]; count: number },
): number[] {
  const yard = stops.findIndex(({ type, status }) => type === 'yard' && status === 'pending');
  const isImpossible = new Set(problems.map(({ index }) => index));
  return stops.flatMap(({ type, job }, index) => {
    const isBehindYard = yard >= 0 && index > yard;
    if (index < count || isBehindYard || !job || !needsEmptyUnit(type) || isImpossible.has(index)) return [];
    const { unitId, unitAt } = job.row;
    return unitId !== null && unitAt === 'yard' ? [unitId] : [];
  });
}

/** The plan with the absence: the crew is left out, and the units that it loaded are on its truck. */
export function withAbsence(plan: Plan, absence: AbsenceRow): Plan {
  const isReplaced = (one: AbsenceRow) => findAbsence([one], absence) !== null;
  const moved = ([id, job]: [number, PlannedJob]): [number, PlannedJob] => {
    const row = onStoppedTruck(job.row, [absence]);
    return [id, row === job.row ? job : { ...job, row, unit: unitOf(row) }];
  };
  return {
    ...plan,
    absences: [...plan.absences.filter((one) => !isReplaced(one)), absence],
    jobs: new Map([...plan.jobs].map(moved)),
  };
}

/** The plan behind the absence: the stops that leave the route are on none. */
export function withoutReleased({ plan, released, absence }: Outage): Plan {
  const ids = new Set(released.map(({ id }) => id));
  return withAbsence({ ...plan, stops: plan.stops.filter(({ id }) => !ids.has(id)) }, absence);
}

export const jobsOf = (stops: readonly PlannedStop[]): PlannedJob[] => stops.flatMap(({ job }) => job ?? []);
