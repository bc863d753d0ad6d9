import { HOUR_MS, MINUTE_MS } from '#domain/shared/days.ts';
import { type Handling, handlingOf } from './load.ts';
import { isLoadType } from './loads.ts';
import type { PlanProblem, PlanVehicle, WalkStop } from './plan-problem.ts';
import type { TimeSpan } from './route-times.ts';

/** `cost`: what the search minimizes, in seconds. `harm`: seconds of lateness, overtime and closed sites. */
export type WalkResult = { cost: number; harm: number };

/** The cost of a second of each, relative to a second of driving. */
const WEIGHTS = { waiting: 0.25, harm: 20, shortRental: 0.5, reserve: 1.5 } as const;
/**
 * A dumpster that comes and goes on one day should stay this long. It stays half of its truck's day, so a longer time
 * would make one truck with a full day cheaper than two that share the work.
 */
const SAME_DAY_RENTAL_MS = 2 * HOUR_MS;
/** Long days cost more than short ones, so that work is shared. */
const BALANCE = 0.15;
/** The last part of the day is for delays: a free truck is used before it. */
const RESERVE = 0.2;
/** A pinned stop may come this much earlier or later than it is planned. */
const PIN_TOLERANCE_MS = 15 * MINUTE_MS;

/**
 * Drives a route in the given order of items: loads units at the yard, empties each full unit at a disposal site right
 * after its stop, brings the unit of a dump and return back from there, and returns to the yard when the truck has no
 * unit or no room. A full unit that no site takes stays on the truck until the yard. `stops`, when given, gets the stops.
 */
export function walkRoute(
  problem: PlanProblem,
  vehicleIndex: number,
  { order, stops }: { order: readonly number[]; stops?: WalkStop[] },
): WalkResult {
  const vehicle = problem.vehicles[vehicleIndex];
  if (!vehicle || (order.length === 0 && !vehicle.aboard?.full)) return { cost: 0, harm: 0 };
  const walk = new Walk(problem, vehicle, stops ?? null);
  walk.begin(order);
  for (let index = 0; index < order.length; index += 1) walk.visit(order, index);
  return walk.finish();
}

class Walk {
  readonly #problem: PlanProblem;
  readonly #vehicle: PlanVehicle;
  readonly #stops: WalkStop[] | null;
  #point: number;
  #timeMs: number;
  #drive = 0;
  #waiting = 0;
  #harm = 0;
  #shortRental = 0;
  readonly #departedMs = new Map<number, number>();
  /** Units for deliveries. */
  #empty = 0;
  /** Units that were emptied on the way, and full ones that no site takes: both go to the yard. */
  #emptied = 0;
  /** The items whose units were emptied and are on the truck, and those whose units are empty in the yard. */
  readonly #emptiedOf = new Set<number>();
  readonly #yardOf = new Set<number>();

  constructor(problem: PlanProblem, vehicle: PlanVehicle, stops: WalkStop[] | null) {
    this.#problem = problem;
    this.#vehicle = vehicle;
    this.#stops = stops;
    this.#point = vehicle.start;
    this.#timeMs = vehicle.fromMs;
  }

  begin(order: readonly number[]): void {
    const { aboard } = this.#vehicle;
    if (!aboard) {
      this.#empty = this.#bestLoad(order, 0);
      return;
    }
    this.#empty = aboard.empty;
    this.#emptied = aboard.full;
    if (aboard.full > 0 && !this.#isDisposal(order, 0))
      this.#dispose(aboard.sites, this.#nextPoint(order, 0));
  }

  visit(order: readonly number[], index: number): void {
    const item = this.#problem.items[order[index] ?? -1];
    if (!item) return;
    const handling = handlingOf(item.type);
    const isAboard = item.unitFrom !== null && this.#emptiedOf.delete(item.unitFrom);
    if (!isAboard && !this.#canHandle(handling)) this.#reload(order, index);
    const isMissing = item.unitFrom !== null && !isAboard && !this.#yardOf.has(item.unitFrom);
    if (isMissing || (!isAboard && !this.#canHandle(handling))) this.#harm += IMPOSSIBLE_SECONDS;
    if (item.type !== 'break') this.#goTo(item.point);
    if (item.pinnedMs !== null) {
      this.#harm += Math.max(0, Math.abs(this.#timeMs - item.pinnedMs) - PIN_TOLERANCE_MS) / 1000;
    }
    const deliveredMs = item.after === null ? undefined : this.#departedMs.get(item.after);
    if (deliveredMs !== undefined) {
      this.#shortRental += Math.max(0, deliveredMs + SAME_DAY_RENTAL_MS - this.#timeMs) / 1000;
    }
    this.#stay(item.stayMs, item.window, item.type === 'disposal');
    if (item.type === 'delivery') this.#departedMs.set(order[index] ?? -1, this.#timeMs);
    this.#stops?.push({ kind: 'item', item: order[index] ?? -1 });
    if (isAboard) this.#emptied -= 1;
    else if (handling === 'brings' || handling === 'swaps') this.#empty -= 1;
    if (handling === 'reloads') this.#load(order, index + 1);
    if (handling === 'collects' || handling === 'swaps') this.#emptied += 1;
    if (item.type === 'disposal') {
      this.#emptiedOf.add(order[index - 1] ?? -1);
      this.#bringBack(order, index - 1);
    }
    if (isLoadType(item.type) && !this.#isDisposal(order, index + 1)) {
      const next = item.type === 'dump_and_return' ? item.point : this.#nextPoint(order, index + 1);
      if (this.#dispose(item.sites, next)) {
        this.#emptiedOf.add(order[index] ?? -1);
        this.#bringBack(order, index);
      }
    }
  }

  #isDisposal(order: readonly number[], index: number): boolean {
    return this.#problem.items[order[index] ?? -1]?.type === 'disposal';
  }

  /** From the site back to the customer of a dump and return. */
  #bringBack(order: readonly number[], index: number): void {
    const item = this.#problem.items[order[index] ?? -1];
    if (item?.type === 'dump_and_return') this.#goTo(item.point);
  }

  finish(): WalkResult {
    const { end, fromMs, untilMs } = this.#vehicle;
    this.#goTo(end);
    this.#harm += Math.max(0, this.#timeMs - untilMs) / 1000;
    const duration = (this.#timeMs - fromMs) / 1000;
    const day = Math.max(3600, (untilMs - fromMs) / 1000);
    const balance = (BALANCE * duration * duration) / day;
    const reserve = Math.max(0, duration - (1 - RESERVE) * day);
    const cost =
      this.#drive +
      WEIGHTS.waiting * this.#waiting +
      WEIGHTS.harm * this.#harm +
      WEIGHTS.shortRental * this.#shortRental +
      WEIGHTS.reserve * reserve +
      balance;
    return { cost, harm: this.#harm };
  }

  #canHandle(handling: Handling): boolean {
    if (handling === 'brings' || handling === 'swaps') return this.#empty > 0;
    if (handling === 'collects' || handling === 'carries') {
      return this.#empty + this.#emptied < this.#vehicle.capacity;
    }
    return true;
  }

  #reload(order: readonly number[], index: number): void {
    this.#goTo(this.#vehicle.yard);
    this.#stay(this.#vehicle.yardStayMs, null);
    this.#stops?.push({ kind: 'yard' });
    this.#load(order, index);
  }

  #load(order: readonly number[], from: number): void {
    this.#emptied = 0;
    for (const item of this.#emptiedOf) this.#yardOf.add(item);
    this.#emptiedOf.clear();
    this.#empty = this.#bestLoad(order, from);
  }

  /** Empties the unit at the best open site on the way. False without a site: the full unit stays until the yard. */
  #dispose(sites: readonly number[], next: number): boolean {
    let best: { site: number; cost: number } | null = null;
    for (const site of sites) {
      const cost = this.#disposalCost(site, next);
      if (!best || cost < best.cost) best = { site, cost };
    }
    const disposal = best && this.#problem.disposals[best.site];
    if (!best || !disposal) return false;
    this.#goTo(disposal.point);
    const { open, stayMs } = disposal;
    this.#stay(stayMs, open === 'closed' ? null : open, true);
    if (open === 'closed') this.#harm += IMPOSSIBLE_SECONDS;
    this.#stops?.push({ kind: 'disposal', site: best.site });
    return true;
  }

  /** Seconds of the way over the site, and more while it is closed. */
  #disposalCost(site: number, next: number): number {
    const disposal = this.#problem.disposals[site];
    if (!disposal || disposal.open === 'closed') return Number.MAX_SAFE_INTEGER;
    const there = this.#seconds(this.#point, disposal.point);
    const way = there + this.#seconds(disposal.point, next);
    if (!disposal.open) return way;
    const arrivalMs = this.#timeMs + there * 1000;
    const waitMs = Math.max(0, disposal.open.fromMs - arrivalMs);
    const lateMs = Math.max(0, arrivalMs + waitMs + disposal.stayMs - disposal.open.toMs);
    return way + waitMs / 1000 + (lateMs > 0 ? IMPOSSIBLE_SECONDS : 0);
  }

  #nextPoint(order: readonly number[], index: number): number {
    const next = this.#problem.items[order[index] ?? -1];
    if (!next) return this.#vehicle.end;
    return this.#canHandle(handlingOf(next.type)) ? next.point : this.#vehicle.yard;
  }

  #goTo(point: number): void {
    const seconds = this.#seconds(this.#point, point);
    this.#drive += seconds;
    this.#timeMs += seconds * 1000;
    this.#point = point;
  }

  /** Waits until the window opens. A site must still be open when the driver leaves. */
  #stay(ms: number, window: TimeSpan | null, isSite = false): void {
    const beginMs = window ? Math.max(this.#timeMs, window.fromMs) : this.#timeMs;
    this.#waiting += (beginMs - this.#timeMs) / 1000;
    if (window) this.#harm += Math.max(0, (isSite ? beginMs + ms : this.#timeMs) - window.toMs) / 1000;
    this.#timeMs = beginMs + ms;
  }

  #seconds(from: number, to: number): number {
    return this.#problem.drives[from]?.[to] ?? 0;
  }

  /** The fewest units for deliveries with which the truck comes farthest before it must return to the yard. */
  #bestLoad(order: readonly number[], from: number): number {
    let best = { units: 0, reached: -1 };
    for (let units = 0; units <= this.#vehicle.capacity; units += 1) {
      const reached = this.#reach(order, from, units);
      if (reached > best.reached) best = { units, reached };
    }
    return best.units;
  }

  #reach(order: readonly number[], from: number, units: number): number {
    let empty = units;
    let emptied = 0;
    const collected = new Set<number>();
    for (let index = from; index < order.length; index += 1) {
      const item = this.#problem.items[order[index] ?? -1];
      const handling = item ? handlingOf(item.type) : 'none';
      if (handling === 'reloads') return order.length;
      const isFull = empty + emptied >= this.#vehicle.capacity;
      if (item && item.unitFrom !== null && collected.delete(item.unitFrom)) emptied -= 1;
      else if (handling === 'brings' || handling === 'swaps') {
        if (empty === 0) return index;
        empty -= 1;
      } else if (isFull && (handling === 'collects' || handling === 'carries')) return index;
      if (handling === 'swaps' || handling === 'collects') {
        emptied += 1;
        if (item?.sites.length) collected.add(order[index] ?? -1);
      }
    }
    return order.length;
  }
}

/** Counts as much as being a day late. */
const IMPOSSIBLE_SECONDS = 86_400;
