import type { UnitPlace } from '#domain/dispatch/places.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import type { LaterStop, StopProblem, UnitAt } from '#domain/dispatch/unit-day.ts';
import { formatTime } from '#domain/shared/days.ts';
import type { ComputedRoute, PlannedStop } from './route-view.ts';

/** `isFinal`: a drop is refused. Any other problem can be solved by what is placed next. */
export type UnitProblem = {
  code: 'load' | 'unit_elsewhere' | 'not_delivered';
  text: string;
  isFinal: boolean;
};

/** Whether a yard stop before the stop can make it possible. */
export function isLoadProblem({ reason }: StopProblem): boolean {
  return reason === 'truck_full' || reason === 'not_loaded';
}

/** Why a stop is impossible by what is on the truck and by where its unit is, in words; null: it is possible. */
export function unitProblemAt(context: ComputedRoute, index: number): UnitProblem | null {
  const problem = context.units.stops[index]?.problem;
  const stop = context.stops[index];
  if (!stop) return null;
  if (!problem) return context.withoutDrafts[index]?.problem ? needsDraft(context, stop) : null;
  if (isLoadProblem(problem)) return { code: 'load', text: loadText(context, stop, problem), isFinal: true };
  if (problem.reason === 'not_delivered') {
    const isDelivered = stop.job?.row.siteStatus === 'on_site';
    const text = `The ${isDelivered ? 'exchange' : 'delivery'} of this booking is not done`;
    return { code: 'not_delivered', text, isFinal: false };
  }
  const { unitNumber = null, bookingId } = stop.job?.row ?? { bookingId: 0 };
  return { code: 'unit_elsewhere', ...elsewhere(context, { stop, problem, unitNumber, bookingId }) };
}

/** A stop of a published route that is possible only if a draft is driven, too. */
function needsDraft({ day }: ComputedRoute, { type, job }: PlannedStop): UnitProblem {
  const { bookingId, unitId, collectedId, unitNumber } = job?.row ?? NO_UNIT;
  const isShared = (other: PlannedStop) => {
    const { row } = other.job ?? {};
    const units = [row?.unitId, row?.collectedId].filter((id) => id != null);
    return row?.bookingId === bookingId || units.some((id) => id === unitId || id === collectedId);
  };
  const draft = day.find(({ row, stops }) => row.publishedAt === null && stops.some(isShared));
  const name = draft ? `the route of ${draft.row.driverName}` : 'another route';
  const what = unitNumber === null || type === 'yard' ? 'It' : `Unit ${unitNumber}`;
  const text = `${what} depends on ${name}, which is not published. Publish that route first.`;
  return { code: 'unit_elsewhere', text, isFinal: false };
}

const NO_UNIT = { bookingId: 0, unitId: null, collectedId: null, unitNumber: null };

function loadText({ route }: ComputedRoute, stop: PlannedStop, { reason }: StopProblem): string {
  const name = stopText(stop);
  const truck = route.truckName ?? 'The truck';
  const room = route.capacity === 1 ? 'one unit' : `${route.capacity ?? 1} units`;
  return reason === 'truck_full'
    ? `${truck} carries ${room} and has no room at the ${name}. Add a yard stop before it.`
    : `${truck} carries ${room} and has none left for the ${name}. Add a yard stop before it.`;
}

/** 'delivery of booking #12', 'stop at County landfill', 'break'. */
export function stopText(stop: Pick<PlannedStop, 'type' | 'job' | 'site'> | undefined): string {
  if (!stop) return 'stop';
  const label = STOP_LABELS[stop.type].toLowerCase();
  if (stop.job) return `${label} of booking #${stop.job.row.bookingId}`;
  return stop.site ? `stop at ${stop.site.name}` : label;
}

type Elsewhere = {
  stop: PlannedStop;
  problem: StopProblem;
  unitNumber: string | null;
  bookingId: number;
};
type Reason = Pick<UnitProblem, 'text' | 'isFinal'>;

function elsewhere(context: ComputedRoute, { stop, problem, unitNumber, bookingId }: Elsewhere): Reason {
  const { reason, at, until } = problem;
  const unit = `Unit ${unitNumber} of booking #${bookingId}`;
  if (reason === 'taken') {
    return {
      text: `${unit} was taken away by a stop before. Place this stop before that one.`,
      isFinal: true,
    };
  }
  if (reason === 'not_dumped') {
    return { text: `${unitNumber} is full. Add a disposal stop before it`, isFinal: false };
  }
  if (reason === 'other_yard') {
    const site = at?.place === 'yard' ? context.plan.sites.get(at.siteId ?? 0) : undefined;
    const name = site?.name ?? 'another yard';
    return { text: `${unitNumber} is in ${name}. Add a stop there before it`, isFinal: false };
  }
  if (until) {
    return {
      text: `${unit} is ${placeText(context, at)} until ${untilText(context, until)}.`,
      isFinal: true,
    };
  }
  if (at?.place !== 'booking') {
    return { text: `${unitNumber} is ${PLACE_TEXTS[at?.place ?? 'yard']}`, isFinal: false };
  }
  const { unit: place } = stop.job ?? {};
  const isToCollect =
    place?.bookingId === at.bookingId && place.collectedOn !== null && place.collectedOn <= context.route.day;
  if (isToCollect) {
    return {
      text: `${unitNumber} is at booking #${at.bookingId}, whose pickup is on no route yet`,
      isFinal: false,
    };
  }
  const text = `${unit} is at booking #${at.bookingId}, and no pickup is planned there by then. Choose another unit first.`;
  return { text, isFinal: true };
}

const PLACE_TEXTS: Readonly<Record<UnitPlace, string>> = {
  yard: 'in the yard',
  booking: 'at another customer',
  truck: 'on a truck',
  disposal: 'at a disposal site',
  repair: 'in repair',
};

function placeText({ day, route }: ComputedRoute, at: UnitAt | null): string {
  if (at?.place === 'booking') return `at booking #${at.bookingId}`;
  if (at?.place !== 'truck') return PLACE_TEXTS[at?.place ?? 'yard'];
  if (at.routeId === route.id) return 'on this truck';
  const other = day.find(({ row }) => row.id === at.routeId);
  return `on the truck of ${other?.row.driverName ?? 'another driver'}`;
}

/** 'the exchange of booking #4 at 12:31 PM on this route', 'its return at 3:10 PM'. */
function untilText({ day, route, plan }: ComputedRoute, { routeId, index, atMs }: LaterStop): string {
  const time = formatTime(atMs, plan.timeZone);
  const other = day.find(({ row }) => row.id === routeId);
  if (index === null) return `it is back in the yard at ${time}`;
  const where = routeId === route.id ? 'on this route' : `on the route of ${other?.row.driverName ?? ''}`;
  return `the ${stopText(other?.stops[index])} at ${time} ${where}`;
}
