import type { TimeSpan } from './route-times.ts';
import type { StopType } from './stops.ts';

/** A stop that the planner puts on a route. Points are indices of `drives`; times are milliseconds since 1970. */
export type PlanItem = {
  type: StopType;
  /** Not used for a break: it is where the truck is. */
  point: number;
  /** How long the driver stays. */
  stayMs: number;
  window: TimeSpan | null;
  /** The disposal sites that take its waste, by their index; empty: none does. */
  sites: readonly number[];
  /** The only vehicle that may make it. Null: every vehicle may. */
  vehicle: number | null;
  /** The position that it keeps in the order of the vehicle. Null: it has no fixed position. */
  pinnedAt: number | null;
  /** When a pinned stop is planned: it may move by `PIN_TOLERANCE_MS`. Null: at any time. */
  pinnedMs: number | null;
  /** A stop that comes first on the same route: the delivery of the same booking, or `unitFrom`; null: none on this day. */
  after: number | null;
  /** The stop that collects the unit which it brings; it comes first on the same route (`after`). Null: the unit is in the yard. */
  unitFrom: number | null;
  /** Stops that are planned already are never left out. Jobs with a greater priority are placed first. */
  priority: 'planned' | 'overdue' | 'due';
};

type PlanDisposal = { point: number; stayMs: number; open: TimeSpan | 'closed' | null };

export type PlanVehicle = {
  start: number;
  end: number;
  /** Where it loads units. */
  yard: number;
  yardStayMs: number;
  capacity: number;
  fromMs: number;
  untilMs: number;
  /** What is on it when it begins, and the sites that take all of its waste; null: it is loaded at the yard. */
  aboard: { empty: number; full: number; sites: readonly number[] } | null;
};

export type PlanProblem = {
  items: readonly PlanItem[];
  disposals: readonly PlanDisposal[];
  vehicles: readonly PlanVehicle[];
  /** Seconds from each point to each point. */
  drives: readonly (readonly number[])[];
};

/** A stop of a finished route: an item, a disposal site or a yard. */
export type WalkStop = { kind: 'item'; item: number } | { kind: 'disposal'; site: number } | { kind: 'yard' };
