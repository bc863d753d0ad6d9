import { randomNumbers } from '#domain/shared/random.ts';
import type { PlanItem, PlanProblem, WalkStop } from './plan-problem.ts';
import { walkRoute } from './route-walk.ts';
import { explainUnplacedItem, type UnplacedReason } from './unplaced-reason.ts';

export type DayPlan = {
  /** The stops of each vehicle, by its index, with disposal and yard stops. */
  routes: WalkStop[][];
  unplaced: { item: number; reason: UnplacedReason }[];
};

export type DayPlanOptions = {
  /** Orders of items to begin with, by vehicle: the current plan, or the answer of a provider. */
  seeds: readonly (readonly (readonly number[])[])[];
  /** How many routes the search may compute: 40,000 take a fifth of a second for 40 jobs. */
  maxWalks?: number;
};

const DEFAULT_MAX_WALKS = 40_000;

/**
 * A plan with short drives in which nothing is late: insertion by regret, then parts of the plan are taken out and
 * inserted again (which includes or-opt) as long as that improves it. The same input has the same result. Items that no
 * vehicle can make in time are left out, except those that are planned already.
 */
export function planDay(
  problem: PlanProblem,
  { seeds, maxWalks = DEFAULT_MAX_WALKS }: DayPlanOptions,
): DayPlan {
  const best = findBestStart(problem, seeds);
  best.improve(maxWalks);
  return {
    routes: problem.vehicles.map((_, vehicle) => {
      const stops: WalkStop[] = [];
      walkRoute(problem, vehicle, { order: best.orderOf(vehicle), stops });
      return stops;
    }),
    unplaced: best.unplaced().map((item) => ({ item, reason: explainUnplacedItem(problem, item) })),
  };
}

/** The best of the seeds and of an empty plan. Of equal ones the first seed, so that a good plan does not change. */
function findBestStart(problem: PlanProblem, seeds: DayPlanOptions['seeds']): Search {
  const [first, ...others] = [
    ...seeds,
    problem.vehicles.map((_, vehicle) => pinnedOrder(problem, vehicle)),
  ].map((seed) => {
    const search = new Search(problem, seed);
    search.leaveOutLate();
    search.insertAll();
    return search;
  });
  if (!first) throw new Error('The list of seeds is empty');
  return others.reduce((best, search) => (search.value() < best.value() ? search : best), first);
}

/** Pinned items of a vehicle in the order of their positions. */
function pinnedOrder({ items }: PlanProblem, vehicle: number): number[] {
  const pinned = items.flatMap((item, index) =>
    item.pinnedAt !== null && item.vehicle === vehicle ? [index] : [],
  );
  return pinned.sort((a, b) => (items[a]?.pinnedAt ?? 0) - (items[b]?.pinnedAt ?? 0));
}

type Snapshot = { orders: number[][]; costs: number[]; harms: number[]; left: Set<number> };
type Insertion = { item: number; vehicle: number; order: number[]; added: number; harm: number };

/** What leaving out a job costs, in seconds: more than any drive. */
const UNPLACED_COST = { planned: 1e9, overdue: 4e6, due: 2e6 } as const;
const CLASSES = ['planned', 'overdue', 'due'] as const;
const MAX_TAKEN_OUT = 8;

class Search {
  readonly #problem: PlanProblem;
  #orders: number[][];
  #costs: number[];
  #harms: number[];
  #left: Set<number>;
  #walks = 0;
  readonly #hasBookings: boolean;
  /** The same for each search. */
  readonly #random = randomNumbers(0x9e3779b9);

  constructor(problem: PlanProblem, seed: readonly (readonly number[])[]) {
    this.#problem = problem;
    this.#hasBookings = problem.items.some(({ after }) => after !== null);
    this.#orders = problem.vehicles.map((_, vehicle) => [...(seed[vehicle] ?? [])]);
    const walked = this.#orders.map((order, vehicle) => this.#walk(vehicle, order));
    this.#costs = walked.map(({ cost }) => cost);
    this.#harms = walked.map(({ harm }) => harm);
    const placed = new Set(this.#orders.flat());
    this.#left = new Set([...problem.items.keys()].filter((item) => !placed.has(item)));
  }

  orderOf(vehicle: number): readonly number[] {
    return this.#orders[vehicle] ?? [];
  }

  unplaced(): number[] {
    return [...this.#left];
  }

  /** In seconds; smaller is better. */
  value(): number {
    const left = [...this.#left].reduce((sum, item) => sum + UNPLACED_COST[this.#item(item).priority], 0);
    return this.#costs.reduce((sum, cost) => sum + cost, left);
  }

  /**
   * Leaves out items that are not planned yet as long as that makes a route less late. A seed of a provider can be late,
   * because its shipments do not contain every stop at the yard and at disposal sites.
   */
  leaveOutLate(): void {
    for (const vehicle of this.#orders.keys()) {
      for (let late = this.#latestOf(vehicle); late; late = this.#latestOf(vehicle)) this.#takeOut(late);
    }
  }

  /** What makes the vehicle late most: an item that is not planned, with the jobs after its delivery. Null: none. */
  #latestOf(vehicle: number): number[] | null {
    const order = this.orderOf(vehicle);
    let best: { items: number[]; harm: number } | null = null;
    if (this.#harms[vehicle] === 0) return null;
    for (const item of order) {
      const items = order.filter((one) => one === item || this.#item(one).after === item);
      const kept = order.filter((one) => !items.includes(one));
      if (items.some((one) => this.#mayHarm(one)) || !this.#keepsPins(kept)) continue;
      const { harm } = this.#walk(vehicle, kept);
      if (harm < (best?.harm ?? this.#harms[vehicle] ?? 0)) best = { items, harm };
    }
    return best?.items ?? null;
  }

  /** Whether it stays on its route although the route is late by it. */
  #mayHarm(item: number): boolean {
    const { priority, pinnedAt } = this.#item(item);
    return priority === 'planned' || pinnedAt !== null;
  }

  /** Inserts every item that fits: planned ones, then overdue ones, then the others. */
  insertAll(): void {
    for (const priority of CLASSES) {
      this.#insertByRegret([...this.#left].filter((item) => this.#item(item).priority === priority));
    }
  }

  improve(maxWalks: number): void {
    const movable = this.#problem.items.flatMap(({ pinnedAt }, index) => (pinnedAt === null ? [index] : []));
    if (movable.length < 2 || this.#problem.vehicles.length === 0) return;
    for (let round = 0; this.#walks < maxWalks && round < maxWalks; round += 1) {
      const before = this.#snapshot();
      const value = this.value();
      // First each item alone, then neighbors together.
      const alone = round < movable.length ? movable[round] : undefined;
      this.#takeOut(alone === undefined ? this.#neighborsOf(movable) : [alone]);
      this.insertAll();
      // An item that left its route can leave a pinned one behind it at another position.
      const keepsPins = this.#orders.every((order) => this.#keepsPins(order));
      if (!keepsPins || this.value() > value - 1e-6) this.#restore(before);
    }
  }

  #item(index: number): PlanItem {
    const item = this.#problem.items[index];
    if (!item) throw new Error(`There is no item ${index}`);
    return item;
  }

  #walk(vehicle: number, order: readonly number[]) {
    this.#walks += 1;
    return walkRoute(this.#problem, vehicle, { order });
  }

  /** Inserts, again and again, the item whose second-best route costs most more than its best one. */
  #insertByRegret(items: readonly number[]): void {
    const waiting = new Set(items);
    const options = new Map(items.map((item) => [item, this.#insertions(item)]));
    while (waiting.size > 0) {
      let next: { insertion: Insertion; regret: number } | null = null;
      for (const item of waiting) {
        const sorted = (options.get(item) ?? []).toSorted((a, b) => a.added - b.added);
        const [first, second] = sorted;
        if (!first) continue;
        const regret = (second?.added ?? first.added + UNPLACED_COST.due) - first.added;
        if (!next || regret > next.regret) next = { insertion: first, regret };
      }
      if (!next) return;
      const { insertion } = next;
      this.#apply(insertion);
      waiting.delete(insertion.item);
      for (const item of waiting) {
        const others = (options.get(item) ?? []).filter(({ vehicle }) => vehicle !== insertion.vehicle);
        const again = this.#insertionInto(item, insertion.vehicle);
        options.set(item, again ? [...others, again] : others);
      }
    }
  }

  #insertions(item: number): Insertion[] {
    return this.#problem.vehicles.flatMap((_, vehicle) => this.#insertionInto(item, vehicle) ?? []);
  }

  /** The cheapest position on a route; null: none, or the route would be late by it. */
  #insertionInto(item: number, vehicle: number): Insertion | null {
    const { vehicle: only } = this.#item(item);
    if (only !== null && only !== vehicle) return null;
    if (!this.#isNextToItsBooking(item, vehicle)) return null;
    const order = this.#orders[vehicle] ?? [];
    const mayHarm = this.#mayHarm(item);
    let best: Insertion | null = null;
    for (let at = 0; at <= order.length; at += 1) {
      const candidate = [...order.slice(0, at), item, ...order.slice(at)];
      if (!this.#keepsPins(candidate) || !this.#keepsOrder(candidate)) continue;
      const { cost, harm } = this.#walk(vehicle, candidate);
      if (!mayHarm && harm > (this.#harms[vehicle] ?? 0)) continue;
      const added = cost - (this.#costs[vehicle] ?? 0);
      if (!best || added < best.added) best = { item, vehicle, order: candidate, added, harm };
    }
    return best;
  }

  /** Pinned items are at their positions, or at the end of a route that is shorter. */
  #keepsPins(order: readonly number[]): boolean {
    let isBehind = true;
    for (let index = order.length - 1; index >= 0; index -= 1) {
      const { pinnedAt } = this.#item(order[index] ?? -1);
      if (pinnedAt === null) isBehind = false;
      else if (pinnedAt !== index && !(isBehind && pinnedAt > index)) return false;
    }
    return true;
  }

  /** The delivery and the other jobs of a booking are on one route. A delivery that is left out leaves out the others. */
  #isNextToItsBooking(item: number, vehicle: number): boolean {
    if (!this.#hasBookings) return true;
    const { after, priority } = this.#item(item);
    const order = this.#orders[vehicle] ?? [];
    if (after !== null && priority !== 'planned' && !order.includes(after)) return false;
    return this.#orders.every(
      (other, index) => index === vehicle || !other.some((one) => this.#item(one).after === item),
    );
  }

  #keepsOrder(order: readonly number[]): boolean {
    if (!this.#hasBookings) return true;
    return order.every((item, index) => {
      const { after } = this.#item(item);
      return after === null || order.lastIndexOf(after) < index;
    });
  }

  #apply({ item, vehicle, order, added, harm }: Insertion): void {
    this.#orders[vehicle] = order;
    this.#costs[vehicle] = (this.#costs[vehicle] ?? 0) + added;
    this.#harms[vehicle] = harm;
    this.#left.delete(item);
  }

  #takeOut(items: readonly number[]): void {
    for (const [vehicle, order] of this.#orders.entries()) {
      const kept = order.filter((item) => !items.includes(item));
      if (kept.length === order.length) continue;
      const { cost, harm } = this.#walk(vehicle, kept);
      this.#orders[vehicle] = kept;
      this.#costs[vehicle] = cost;
      this.#harms[vehicle] = harm;
    }
    for (const item of items) this.#left.add(item);
  }

  /** An item with those nearest to it. */
  #neighborsOf(movable: readonly number[]): number[] {
    const center = movable[Math.floor(this.#random() * movable.length)] ?? 0;
    const count = 2 + Math.floor(this.#random() * (Math.min(MAX_TAKEN_OUT, movable.length) - 1));
    const from = this.#problem.drives[this.#item(center).point] ?? [];
    const distance = (item: number) => (from[this.#item(item).point] ?? 0) * (0.5 + this.#random());
    const sorted = movable.map((item) => ({ item, distance: item === center ? -1 : distance(item) }));
    return sorted
      .sort((a, b) => a.distance - b.distance)
      .slice(0, count)
      .map(({ item }) => item);
  }

  #snapshot(): Snapshot {
    return {
      orders: [...this.#orders],
      costs: [...this.#costs],
      harms: [...this.#harms],
      left: new Set(this.#left),
    };
  }

  #restore({ orders, costs, harms, left }: Snapshot): void {
    this.#orders = orders;
    this.#costs = costs;
    this.#harms = harms;
    this.#left = left;
  }
}
