import type { PlacementRefusal, PlanWarning } from '#contract/dispatch.ts';
import { absenceText, findAbsence } from '#domain/dispatch/absences.ts';
import { needsEmptyUnit } from '#domain/dispatch/load.ts';
import { hoursOn } from '#domain/dispatch/places.ts';
import { isLiveStop } from '#domain/dispatch/stops.ts';
import { listRefusedWaste, type WasteStop } from '#domain/dispatch/waste.ts';
import { formatTime, weekdayOf } from '#domain/shared/days.ts';
import { type Plan, timeOn } from './plan.ts';
import type { ComputedRoute, PlannedStop } from './route-view.ts';
import { stopText, unitProblemAt } from './unit-problems.ts';

/** Why an order of stops is impossible. `jobId`: the job that causes it; null for a stop without one. */
export type Refusal = { code: PlacementRefusal; text: string; jobId: number | null };

/** A stop that is impossible. `isFinal`: a drop that makes it so is refused. `isPending`: the driver has not left for it. */
export type RouteProblem = Refusal & {
  routeId: number;
  index: number;
  /** Null for a stop that is not stored. */
  stopId: number | null;
  /** 'delivery of booking #12'. */
  stop: string;
  isFinal: boolean;
  isPending: boolean;
};

/** The stops that are impossible: by their load, where their units are, or a site that is closed by the times of the plan. */
export function listStopProblems(context: ComputedRoute): RouteProblem[] {
  const { plan, route, stops, times, closedByPlan } = context;
  const at = (index: number) => ({
    routeId: route.id,
    index,
    stopId: stops[index]?.id ?? null,
    stop: stopText(stops[index]),
    jobId: stops[index]?.job?.row.id ?? null,
    isPending: stops[index]?.status === 'pending',
  });
  const problems = stops.flatMap((_, index): RouteProblem[] => {
    const problem = unitProblemAt(context, index);
    return problem ? [{ ...at(index), ...problem }] : [];
  });
  if (!closedByPlan) return problems;
  const text = closedText(plan, { route, stops, times: { ...times, closed: closedByPlan } });
  return [...problems, { ...at(closedByPlan.index), code: 'site_closed', text, isFinal: true }];
}

/**
 * The first problem that a change makes: a final one, or any on a published route. A route that is impossible already can
 * be changed: it is being repaired. `before` is called only if something is impossible after the change.
 */
export function newRefusal(
  plan: Plan,
  { before, after, routeId }: { before: () => DayProblems; after: DayProblems; routeId: number },
): Refusal | null {
  const rowOf = (id: number) => plan.routes.find((one) => one.id === id);
  const refused = listRouteProblems(after).filter((one) => one.isFinal || rowOf(one.routeId)?.publishedAt);
  const [found] = refused.length === 0 ? [] : newProblems(refused, before());
  if (!found) return null;
  const { code, text, jobId } = found;
  const driver = found.routeId === routeId ? null : rowOf(found.routeId)?.driverName;
  return { code, text: driver ? `Route of ${driver}: ${text}` : text, jobId };
}

export type DayProblems = ReadonlyMap<number, { problems: RouteProblem[] }>;

/** The problems behind a change that were not there before it. */
export function newProblems<P extends RouteProblem>(after: readonly P[], before: DayProblems): P[] {
  const known = new Set(listRouteProblems(before).map(keyOf));
  return after.filter((one) => !known.has(keyOf(one)));
}

/** The problems of stops for which the driver has not left. */
export function listRouteProblems(day: DayProblems): RouteProblem[] {
  return [...day.values()].flatMap(({ problems }) => problems.filter(({ isPending }) => isPending));
}

/** Of a load or a closed site the first stop changes with the order. */
function keyOf({ routeId, code, jobId, isFinal }: RouteProblem): string {
  return code === 'load' || code === 'site_closed'
    ? `${routeId} ${code}`
    : `${routeId} ${jobId} ${code} ${isFinal}`;
}

function closedText(
  plan: Plan,
  { route, stops, times }: Pick<ComputedRoute, 'route' | 'stops' | 'times'>,
): string {
  const { index = 0, reason } = times.closed ?? {};
  const stop = stops[index];
  const name = stop?.site?.name ?? 'The site';
  const hours = stop?.site ? hoursOn(stop.site, weekdayOf(route.day)) : null;
  if (reason === 'closed_day' || hours === null || hours === 'closed')
    return `${name} is closed on this day.`;
  const leavesMs = times.stops[index]?.departureMs ?? 0;
  const when = (ms: number) => formatTime(ms, plan.timeZone);
  return `${name} closes at ${when(timeOn(plan, route.day, hours.closes))}; the truck would leave it at ${when(leavesMs)}.`;
}

export function warningsOfStop(context: ComputedRoute, index: number): PlanWarning[] {
  const { stops, times, plan } = context;
  const stop = stops[index];
  if (!stop) return [];
  const { job, type, status } = stop;
  const warnings: PlanWarning[] = [];
  const lateness = times.stops[index]?.latenessMinutes ?? 0;
  if (lateness > 0 && status !== 'attempted') {
    warnings.push({ code: 'late', text: `${durationText(lateness)} after its window` });
  }
  if (!isLiveStop(status)) return warnings;
  const problem = unitProblemAt(context, index);
  if (problem) warnings.push({ code: problem.code, text: problem.text });
  if (times.closed?.index === index) {
    warnings.push({ code: 'site_closed', text: closedText(plan, context) });
  }
  if (!job) return [...warnings, ...warningsOfSite(context, index)];
  const { row } = job;
  if (status === 'in_transit' && (row.status === 'cancelled' || row.dueDay > context.route.day)) {
    const what = row.status === 'cancelled' ? 'cancelled' : 'moved to another day';
    return [{ code: 'conflict', text: `This job was ${what} while the driver was on the way` }];
  }
  if (type === 'dump_and_return' && stops[index + 1]?.type !== 'disposal') {
    warnings.push({ code: 'no_disposal', text: 'No disposal stop follows: add one right behind it' });
  }
  if (needsEmptyUnit(type) && row.unitId === null) {
    warnings.push({ code: 'no_unit', text: 'No unit is assigned' });
  }
  return warnings;
}

/** Waste on the truck that the disposal site does not list. */
function warningsOfSite({ stops }: ComputedRoute, index: number): PlanWarning[] {
  const { type, site } = stops[index] ?? {};
  if (type !== 'disposal' || !site) return [];
  const refused = listRefusedWaste(wasteOf(stops.slice(0, index)), site.acceptedWaste);
  if (refused.length === 0) return [];
  return [{ code: 'waste', text: `${site.name} does not list ${refused.join(', ')} as accepted waste` }];
}

/** The stops that decide which waste is on the truck. An attempted stop adds none. */
export function wasteOf(stops: readonly PlannedStop[]): WasteStop[] {
  return stops.map(({ type, status, job }) => ({
    type: status === 'attempted' ? 'break' : type,
    material: job?.material ?? null,
  }));
}

export function warningsOfRoute({ plan, route, times: { overtimeMinutes } }: ComputedRoute): PlanWarning[] {
  const warnings: PlanWarning[] = [];
  if (overtimeMinutes > 0) {
    warnings.push({ code: 'overtime', text: `Ends ${durationText(overtimeMinutes)} after working hours` });
  }
  if (!route.isTruckInService) {
    warnings.push({ code: 'truck_out_of_service', text: 'The truck is not in service' });
  }
  if (route.unitsOnOtherTruck !== null) {
    const text = `Still on another truck: ${route.unitsOnOtherTruck}. If a unit was moved, correct its location in Inventory`;
    warnings.push({ code: 'unit_on_other_truck', text });
  }
  const { truckId, driverId } = route;
  const absence = findAbsence(plan.absences, { truckId, driverId });
  if (absence) {
    const names = { truck: route.truckName ?? 'The truck', driver: route.driverName };
    const time = formatTime(timeOn(plan, route.day, absence.fromTime), plan.timeZone);
    warnings.push({ code: 'out', text: absenceText(absence, { crew: { truckId, driverId }, names, time }) });
  }
  if (!route.isDriverActive) warnings.push({ code: 'driver_inactive', text: 'The driver is deactivated' });
  return warnings;
}

/** '45 min', '2 h 5 min'. */
function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
