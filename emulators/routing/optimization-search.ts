import { driveBetween } from './geometry.ts';
import type { Problem, Step, Unit, Vehicle } from './optimization-problem.ts';

/** The steps of each vehicle, by its index, and the units that no vehicle can take. */
export interface Solution {
  routes: Step[][];
  unassigned: Unit[];
}

/** Up to this number of steps the order of a route is exact. */
const MAX_EXACT_STEPS = 9;
const MAX_PASSES = 4;

/** Each unit at its cheapest place, then 2-opt and or-opt; short routes exactly. */
export function solve(problem: Problem): Solution {
  const search = new Search(problem);
  search.insertAll();
  search.improve();
  return search.solution();
}

class Search {
  readonly #problem: Problem;
  readonly #routes: Step[][];
  #unassigned: number[] = [];

  constructor(problem: Problem) {
    this.#problem = problem;
    this.#routes = problem.vehicles.map(() => []);
  }

  insertAll(): void {
    const { units } = this.#problem;
    const order = units
      .map((_, index) => index)
      .sort((a, b) => (units[b]?.priority ?? 0) - (units[a]?.priority ?? 0));
    for (const index of order) if (!this.#insert(index)) this.#unassigned.push(index);
  }

  improve(): void {
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const before = this.#cost();
      for (let unit = 0; unit < this.#problem.units.length; unit += 1) this.#relocate(unit);
      for (const [index, vehicle] of this.#problem.vehicles.entries()) this.#reverse(index, vehicle);
      if (this.#cost() >= before) break;
    }
    for (const [index, vehicle] of this.#problem.vehicles.entries()) this.#orderExactly(index, vehicle);
    this.#unassigned = this.#unassigned.filter((unit) => !this.#insert(unit));
  }

  solution(): Solution {
    return {
      routes: this.#routes,
      unassigned: this.#unassigned.flatMap((index) => this.#problem.units[index] ?? []),
    };
  }

  #cost(): number {
    return this.#problem.vehicles.reduce(
      (sum, vehicle, index) => sum + this.#costOf(vehicle, this.#routes[index] ?? []),
      0,
    );
  }

  #costOf(vehicle: Vehicle, steps: readonly Step[]): number {
    return computeDriveCost(vehicle, steps, this.#problem.units);
  }

  /** Puts a unit at its cheapest place. False: no vehicle can take it. */
  #insert(index: number): boolean {
    const unit = this.#problem.units[index];
    if (!unit) return false;
    let best: { route: number; steps: Step[]; added: number } | null = null;
    for (const [route, vehicle] of this.#problem.vehicles.entries()) {
      const steps = this.#routes[route] ?? [];
      if (!canTake(vehicle, unit, steps.length)) continue;
      const before = this.#costOf(vehicle, steps);
      for (const candidate of placements(steps, unit)) {
        const added = this.#costOf(vehicle, candidate) - before;
        if (added < (best?.added ?? Number.POSITIVE_INFINITY)) best = { route, steps: candidate, added };
      }
    }
    if (best) this.#routes[best.route] = best.steps;
    return best !== null;
  }

  /** Or-opt: takes a unit out and puts it where it is cheapest. */
  #relocate(index: number): void {
    const route = this.#routes.findIndex((steps) => steps.some(({ unit }) => unit === index));
    if (route < 0) return;
    this.#routes[route] = (this.#routes[route] ?? []).filter(({ unit }) => unit !== index);
    if (!this.#insert(index)) this.#unassigned.push(index);
  }

  /** 2-opt: turns a part of a route around where that is possible and shorter. */
  #reverse(index: number, vehicle: Vehicle): void {
    let steps = this.#routes[index] ?? [];
    let cost = this.#costOf(vehicle, steps);
    for (let from = 0; from < steps.length - 1; from += 1) {
      for (let to = from + 2; to <= steps.length; to += 1) {
        const turned = [...steps.slice(0, from), ...steps.slice(from, to).reverse(), ...steps.slice(to)];
        const turnedCost = this.#costOf(vehicle, turned);
        if (turnedCost < cost) [steps, cost] = [turned, turnedCost];
      }
    }
    this.#routes[index] = steps;
  }

  #orderExactly(index: number, vehicle: Vehicle): void {
    const steps = this.#routes[index] ?? [];
    if (steps.length < 3 || steps.length > MAX_EXACT_STEPS) return;
    let best = { cost: this.#costOf(vehicle, steps), steps };
    const visit = (chosen: Step[], left: Step[]) => {
      if (left.length === 0) {
        const cost = this.#costOf(vehicle, chosen);
        if (cost < best.cost) best = { cost, steps: chosen };
        return;
      }
      if (driveSeconds(vehicle, chosen) >= best.cost) return;
      for (const step of left) {
        if (step.type === 'delivery' && left.some((one) => one.type === 'pickup' && one.unit === step.unit))
          continue;
        visit(
          [...chosen, step],
          left.filter((one) => one !== step),
        );
      }
    };
    visit([], steps);
    this.#routes[index] = best.steps;
  }
}

function canTake(vehicle: Vehicle, unit: Unit, tasks: number): boolean {
  return (
    unit.skills.every((skill) => vehicle.skills.includes(skill)) &&
    tasks + unit.steps.length <= vehicle.maxTasks
  );
}

/** Every order of the route with the unit in it. */
function* placements(steps: readonly Step[], { steps: [first, second] }: Unit): Generator<Step[]> {
  if (!first) return;
  for (let from = 0; from <= steps.length; from += 1) {
    const head = [...steps.slice(0, from), first];
    if (!second) yield [...head, ...steps.slice(from)];
    // Farther apart than this is never cheaper with vehicles that carry a few units.
    else
      for (let to = from; to <= Math.min(steps.length, from + MAX_EXACT_STEPS); to += 1)
        yield [...head, ...steps.slice(from, to), second, ...steps.slice(to)];
  }
}

/** The drive in seconds; infinite when the order breaks a window, the capacity or the order of a shipment. */
export function computeDriveCost(vehicle: Vehicle, steps: readonly Step[], units: readonly Unit[]): number {
  if (!fits(vehicle, steps, units)) return Number.POSITIVE_INFINITY;
  let at = vehicle.start;
  let time = vehicle.window[0];
  let cost = 0;
  for (const { location, service, windows } of steps) {
    const { seconds } = at ? driveBetween(at, location) : { seconds: 0 };
    cost += seconds;
    const begin = findVisitBegin(time + seconds, windows);
    if (begin === null) return Number.POSITIVE_INFINITY;
    time = begin + service;
    at = location;
  }
  const home = at && vehicle.end && steps.length > 0 ? driveBetween(at, vehicle.end).seconds : 0;
  return time + home > vehicle.window[1] ? Number.POSITIVE_INFINITY : cost + home;
}

function driveSeconds(vehicle: Vehicle, steps: readonly Step[]): number {
  let at = vehicle.start;
  let sum = 0;
  for (const { location } of steps) {
    if (at) sum += driveBetween(at, location).seconds;
    at = location;
  }
  return sum;
}

/** When a visit begins: at the arrival, or when the next window opens; null when none is left. */
export function findVisitBegin(arrival: number, windows: readonly [number, number][]): number | null {
  if (windows.length === 0) return arrival;
  const window = windows.find(([, until]) => arrival <= until);
  return window ? Math.max(arrival, window[0]) : null;
}

function fits({ capacity }: Vehicle, steps: readonly Step[], units: readonly Unit[]): boolean {
  const seen = new Set<number>();
  const load = capacity.map(() => 0);
  const isOver = () => load.some((amount, index) => amount > (capacity[index] ?? 0));
  for (const { type, unit } of steps) {
    if (type === 'job')
      for (const [index, amount] of (units[unit]?.initial ?? []).entries())
        load[index] = (load[index] ?? 0) + amount;
  }
  if (isOver()) return false;
  for (const { type, unit, change } of steps) {
    if (type === 'delivery' && !seen.has(unit)) return false;
    seen.add(unit);
    for (const [index, amount] of change.entries()) load[index] = (load[index] ?? 0) + amount;
    if (isOver()) return false;
  }
  return true;
}
