import type { TruckLoad } from './load.ts';
import type { StopStatus, StopType } from './stops.ts';

/** Where a unit is. `routeId`: the route whose truck it is on; null: a truck without a route on the day. */
export type UnitAt =
  | { place: 'yard'; siteId: number | null; sinceMs: number; isFull: boolean }
  | { place: 'truck'; routeId: number | null; isFull: boolean }
  | { place: 'booking'; bookingId: number }
  | { place: 'disposal' | 'repair' };

export type UnitStop = {
  type: StopType;
  status: StopStatus;
  /** When the truck leaves it. */
  leavesMs: number;
  bookingId: number | null;
  /** The unit that the stop delivers, collects or moves. Null: a delivery or exchange takes any unit of the yard. */
  unitId: number | null;
  /** The unit that an exchange takes away. */
  collectedId: number | null;
  /** The yard of a yard stop; null: the one where the route starts. */
  siteId: number | null;
};

export type UnitRoute = {
  id: number;
  capacity: number;
  startMs: number;
  endMs: number;
  /** Null: the only yard, or not known. */
  startSiteId: number | null;
  endSiteId: number | null;
  stops: readonly UnitStop[];
};

export type DayOfUnits = {
  routes: readonly UnitRoute[];
  /** Where units are before the stops that are still to be made. A unit that is missing is in the yard. */
  places: ReadonlyMap<number, UnitAt>;
  /** Bookings whose delivery is still to be made on this day. */
  undelivered: ReadonlySet<number>;
};

export type ProblemReason =
  | 'truck_full'
  | 'not_loaded'
  | 'other_yard'
  | 'not_dumped'
  | 'elsewhere'
  | 'not_delivered'
  | 'taken';

/** The stop that takes a unit away from where it is, or the stop or end (`index` is null) that brings it to a yard. */
export type LaterStop = { routeId: number; index: number | null; atMs: number };

/**
 * Why a stop is impossible. 'not_loaded': its unit is in a yard, but the truck has not loaded it. 'other_yard': it is not in
 * the yard where the route starts. 'not_dumped': the unit is
 * full. 'elsewhere': `at` says where, and `until` what moves it later on the day; null: nothing. 'taken': a stop before took
 * the unit away from the customer.
 */
export type StopProblem = {
  reason: ProblemReason;
  unitId: number | null;
  at: UnitAt | null;
  until: LaterStop | null;
};

/** `unitAt`: where the unit of the stop is when the truck comes; null for a stop without one. */
export type StopUnits = { unitAt: UnitAt | null; after: TruckLoad; problem: StopProblem | null };

/** `before`: the load when the truck leaves the start. */
export type RouteUnits = { before: TruckLoad; stops: StopUnits[] };
