import type { PlacementRefusal, PlanWarning } from '#contract/dispatch.ts';
import { formatTime, weekdayOf } from '#domain/days.ts';
import { type LoadProblem, needsEmptyUnit } from '#domain/dispatch/load.ts';
import { isLiveStop, STOP_LABELS } from '#domain/dispatch/stops.ts';
import { listRefusedWaste, type WasteStop } from '#domain/dispatch/waste.ts';
import { isUnitAway, type Plan, timeOn } from './plan.ts';
import type { PlanRouteRow } from './plan-repo.ts';
import type { ComputedRoute, PlannedStop } from './route-view.ts';

/** Why an order of stops is impossible. `jobId`: the job that causes it; null for a stop without one. */
export type Refusal = { code: PlacementRefusal; text: string; jobId: number | null };

/** Why the order is impossible: the first of its load, a closed site, and a unit that stays at another customer. */
export function findRefusal(context: ComputedRoute): Refusal | null {
  const { plan, route, stops, times, load } = context;
  const problem = load.problem;
  const jobIdAt = (index: number) => stops[index]?.job?.row.id ?? null;
  if (problem && stops[problem.index]?.status === 'pending') {
    return { code: 'load', text: loadText(problem, stops, route), jobId: jobIdAt(problem.index) };
  }
  if (times.closed) {
    const text = closedText(plan, { route, stops, times });
    return { code: 'site_closed', text, jobId: jobIdAt(times.closed.index) };
  }
  const index = stops.findIndex(({ status }, at) => status === 'pending' && staysElsewhere(context, at));
  const stuck = stops[index]?.job;
  if (!stuck?.unit) return null;
  const { unitNumber, bookingId } = stuck.row;
  const text = `Dumpster ${unitNumber} of booking #${bookingId} is at booking #${stuck.unit.bookingId}, and no pickup is planned there by then. Choose another unit first.`;
  return { code: 'unit_elsewhere', text, jobId: jobIdAt(index) };
}

function loadText(
  { index, reason }: LoadProblem,
  stops: readonly PlannedStop[],
  route: PlanRouteRow,
): string {
  const name = stopText(stops[index]);
  const truck = route.truckName ?? 'The truck';
  const room = route.capacity === 1 ? 'one unit' : `${route.capacity ?? 1} units`;
  return reason === 'truck_full'
    ? `${truck} carries ${room} and has no room at the ${name}. Add a yard stop before it.`
    : `${truck} carries ${room} and has none left for the ${name}. Add a yard stop before it.`;
}

function closedText(
  plan: Plan,
  { route, stops, times }: Pick<ComputedRoute, 'route' | 'stops' | 'times'>,
): string {
  const { index = 0, reason } = times.closed ?? {};
  const stop = stops[index];
  const name = stop?.site?.name ?? 'The site';
  const closes = stop?.site?.hours?.[weekdayOf(route.day)]?.closes;
  if (reason === 'closed_day' || closes === undefined) return `${name} is closed on this day.`;
  const leavesMs = times.stops[index]?.departureMs ?? 0;
  const when = (ms: number) => formatTime(ms, plan.timeZone);
  return `${name} closes at ${when(timeOn(plan, route.day, closes))}; the truck would leave it at ${when(leavesMs)}.`;
}

/** 'delivery of booking #12', 'stop at County landfill', 'break'. */
export function stopText(stop: Pick<PlannedStop, 'type' | 'job' | 'site'> | undefined): string {
  if (!stop) return 'stop';
  const label = STOP_LABELS[stop.type].toLowerCase();
  if (stop.job) return `${label} of booking #${stop.job.row.bookingId}`;
  return stop.site ? `stop at ${stop.site.name}` : label;
}

/** Whether the unit of a delivery is at another booking, and neither this route nor a job of the day brings it back. */
function staysElsewhere({ plan, route, stops }: ComputedRoute, index: number): boolean {
  const job = stops[index]?.job;
  if (job?.unit?.place !== 'booking' || !isUnitAway(job, { day: route.day, today: plan.today })) return false;
  return !stops.slice(0, index).some((earlier) => earlier.job?.row.unitId === job.row.unitId);
}

/** Why the driver cannot load the unit of a delivery; null if it is in the yard, or is collected before. */
function unitProblem({ plan, route, stops }: ComputedRoute, index: number): string | null {
  const job = stops[index]?.job;
  if (!job?.unit) return null;
  const { unitId, unitNumber, bookingId } = job.row;
  const hasUnit = (other: PlannedStop) => other.job?.row.unitId === unitId;
  if (stops.slice(0, index).some(hasUnit)) return null;
  const isCollectedLater = stops
    .slice(index + 1)
    .some((other) => other.type === 'final_pickup' && isLiveStop(other.status) && hasUnit(other));
  const isElsewhere = job.unit.place === 'booking' && job.unit.bookingId !== bookingId;
  if (isElsewhere && isCollectedLater) return `${unitNumber} is picked up later on this route`;
  if (!isUnitAway(job, { day: route.day, today: plan.today })) return null;
  return `${unitNumber} is ${PLACE_TEXTS[job.unit.place]}`;
}

const PLACE_TEXTS = {
  yard: 'in the yard',
  booking: 'at another customer',
  truck: 'on a truck',
  disposal: 'at a disposal site',
  repair: 'in repair',
};

export function warningsOfStop(context: ComputedRoute, index: number): PlanWarning[] {
  const { stops, load, times, plan } = context;
  const stop = stops[index];
  if (!stop) return [];
  const { job, type, status } = stop;
  const warnings: PlanWarning[] = [];
  const lateness = times.stops[index]?.latenessMinutes ?? 0;
  if (lateness > 0 && status !== 'attempted') {
    warnings.push({ code: 'late', text: `${durationText(lateness)} after its window` });
  }
  if (!isLiveStop(status)) return warnings;
  if (load.problem?.index === index) {
    warnings.push({ code: 'load', text: loadText(load.problem, stops, context.route) });
  }
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
  const isEarlier = (isSame: (other: PlannedStop) => boolean) => stops.slice(0, index).some(isSame);
  if (needsEmptyUnit(type)) {
    if (row.unitId === null) warnings.push({ code: 'no_unit', text: 'No unit is assigned' });
    const text = unitProblem(context, index);
    if (text) warnings.push({ code: 'unit_elsewhere', text });
  }
  const isDelivered = isEarlier(
    (other) => other.type === 'delivery' && other.job?.row.bookingId === row.bookingId,
  );
  if (type !== 'delivery' && row.siteStatus === 'not_delivered' && !isDelivered) {
    warnings.push({ code: 'not_delivered', text: 'The delivery of this booking is not done' });
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

export function warningsOfRoute({ route, times: { overtimeMinutes } }: ComputedRoute): PlanWarning[] {
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
