import { handlingOf } from '#domain/dispatch/load.ts';
import type { PlanItem } from '#domain/dispatch/plan-problem.ts';
import type { Point } from '#domain/dispatch/travel.ts';
import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { OptimizationVehicle, Shipment, ShipmentStop } from '#worker/base/platform/routing.ts';
import { RoutingError, type RoutingFailure } from '#worker/base/platform/routing-call.ts';
import type { DayProblem } from './day-problem.ts';

/** The orders of items by vehicle, or why there is none. Both null: the provider was not called. */
export type ProviderOrders = { orders: number[][] | null; failure: RoutingFailure | null };

/**
 * Asks the provider for the best order. The search only begins with its answer, because shipments cannot express that an
 * emptied unit stays on the truck. An answer that lists an item twice or an unknown one counts as a failure.
 */
export async function askProvider(ctx: Context, day: DayProblem): Promise<ProviderOrders> {
  const { routing } = ctx;
  const isWithinLimits =
    day.problem.vehicles.length <= ctx.settings.routingMaxVehicles &&
    day.problem.items.length <= ctx.settings.routingMaxJobs;
  if (!routing || !isWithinLimits || day.points.includes(null)) return { orders: null, failure: null };
  const vehicles = vehiclesOf(day);
  const shipments = day.problem.items.flatMap((item, index) => shipmentsOf(day, item, index));
  if (vehicles.length === 0 || shipments.length === 0) return { orders: null, failure: null };
  try {
    const { routes } = await routing.optimize({ shipments, vehicles });
    return { orders: parseOrders(day, routes), failure: null };
  } catch (error) {
    if (!(error instanceof RoutingError)) throw error;
    ctx.log.warn('routing_failed', { kind: error.kind, ...describeError(error) });
    return { orders: null, failure: error.kind };
  }
}

/** Ids of VROOM are whole numbers from 1: an item has two shipments at most. */
const idOf = (item: number, part: 0 | 1) => 2 * item + part + 1;
const itemOf = (id: number) => Math.floor((id - 1) / 2);
const secondsOf = (ms: number) => Math.round(ms / 1000);

function vehiclesOf({ problem, points }: DayProblem): OptimizationVehicle[] {
  return problem.vehicles.flatMap(({ start, end, capacity, fromMs, untilMs }, index) => {
    const [from, to] = [points[start], points[end]];
    if (!from || !to || untilMs <= fromMs) return [];
    const window: [number, number] = [secondsOf(fromMs), secondsOf(untilMs)];
    return [{ id: index + 1, start: from, end: to, capacity, skills: [index + 1], window }];
  });
}

/** A delivery goes from the yard to the customer, a pickup from there to a site; an exchange is both. */
function shipmentsOf({ problem, points }: DayProblem, item: PlanItem, index: number): Shipment[] {
  const here = points[item.point];
  const yard = points[problem.vehicles[item.vehicle ?? 0]?.yard ?? 0];
  if (!here || !yard) return [];
  const windows: [number, number][] = item.window
    ? [[secondsOf(item.window.fromMs), secondsOf(item.window.toMs)]]
    : [];
  const atCustomer = (part: 0 | 1, ms: number): ShipmentStop => ({
    id: idOf(index, part),
    location: here,
    service: secondsOf(ms),
    windows,
  });
  const elsewhere = (part: 0 | 1, location: Point, ms = 0): ShipmentStop => ({
    id: idOf(index, part),
    location,
    service: secondsOf(ms),
    windows: [],
  });
  const shared = {
    skills: item.vehicle === null ? [] : [item.vehicle + 1],
    priority: item.priority === 'due' ? 0 : 50,
  };
  const disposal = problem.disposals[item.sites[0] ?? -1];
  const site = disposal ? (points[disposal.point] ?? yard) : yard;
  const bring = { ...shared, pickup: elsewhere(0, yard), delivery: atCustomer(0, item.stayMs) };
  const collect = (part: 0 | 1, ms: number) => ({
    ...shared,
    pickup: atCustomer(part, ms),
    delivery: elsewhere(part, site, disposal?.stayMs),
  });
  switch (handlingOf(item.type)) {
    case 'brings':
      return [bring];
    case 'collects':
      return [collect(0, item.stayMs)];
    case 'swaps':
      return [bring, collect(1, 0)];
    case 'carries':
      // A dump and return goes to the site; a shipment cannot express the way back.
      return item.sites.length > 0
        ? [collect(0, item.stayMs)]
        : [{ ...shared, pickup: atCustomer(0, 0), delivery: atCustomer(0, item.stayMs) }];
    default:
      return [];
  }
}

type AnsweredRoutes = readonly {
  vehicle: number;
  steps: readonly { type: 'pickup' | 'delivery'; id: number }[];
}[];

/**
 * The items of each vehicle in the order in which it comes to the customers; pinned ones at their positions. An exchange has
 * two shipments, which can be on two vehicles: the first one counts.
 */
function parseOrders({ problem }: DayProblem, routes: AnsweredRoutes): number[][] {
  const orders: number[][] = problem.vehicles.map(() => []);
  const shipments = new Set<number>();
  const placed = new Set<number>();
  for (const { vehicle, steps } of routes) {
    const order = orders[vehicle - 1];
    if (!order) throw new RoutingError('wrong_answer', `The routing service named vehicle ${vehicle}`);
    for (const { type, id } of steps) {
      const item = problem.items[itemOf(id)];
      if (!item) throw new RoutingError('wrong_answer', `The routing service named shipment ${id}`);
      if (!isAtCustomer(item, type, id)) continue;
      if (shipments.has(id)) throw new RoutingError('wrong_answer', `Shipment ${id} was placed twice`);
      shipments.add(id);
      if (placed.has(itemOf(id))) continue;
      placed.add(itemOf(id));
      if (item.pinnedAt === null) order.push(itemOf(id));
    }
  }
  if (placed.size === 0) throw new RoutingError('wrong_answer', 'The routing service placed nothing');
  return orders.map((order, vehicle) => withPinned(problem.items, { order, vehicle }));
}

/** Whether the step of a shipment is the one at the customer. */
function isAtCustomer({ type, sites }: PlanItem, step: 'pickup' | 'delivery', id: number): boolean {
  const handling = handlingOf(type);
  const isSecond = id === idOf(itemOf(id), 1);
  const brings = handling === 'brings' || (handling === 'carries' && sites.length === 0);
  return step === (brings || (handling === 'swaps' && !isSecond) ? 'delivery' : 'pickup');
}

function withPinned(
  items: readonly PlanItem[],
  { order, vehicle }: { order: readonly number[]; vehicle: number },
): number[] {
  const result = [...order];
  const pinned = items.flatMap(({ pinnedAt, vehicle: only }, index) =>
    pinnedAt !== null && only === vehicle ? [{ index, pinnedAt }] : [],
  );
  for (const { index, pinnedAt } of pinned.toSorted((a, b) => a.pinnedAt - b.pinnedAt)) {
    result.splice(pinnedAt, 0, index);
  }
  return result;
}
