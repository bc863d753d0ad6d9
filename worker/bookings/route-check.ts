import type { Day } from '#domain/days.ts';
import type { Context } from '#worker/context.ts';
import { allOf } from '#worker/lists/list-repo.ts';
import type { Condition } from './days.ts';

/** A booking after a change. Jobs that are due later leave their routes. */
export type ChangedBooking = {
  bookingId: number;
  deliveryDate: Day;
  pickupDay: Day;
  /** The units that it gets, by their roles. `isThere`: it is at the customer, as staff say now. */
  units: readonly { role: string; dumpsterId: number; isThere: boolean }[];
  removedJobId: number | null;
};

/**
 * `broken`: the stops of published routes that a change of a booking makes impossible, in a sentence; null: none. `only`:
 * for the statement that makes the change: true while the routes are those that were checked.
 */
export type CheckedRoutes = { broken: string | null; only: Condition };
export type RouteCheck = (ctx: Context, change: ChangedBooking) => Promise<CheckedRoutes>;

/** For callers that look at no routes. */
export const NO_ROUTE_CHECK: RouteCheck = async () => ({ broken: null, only: allOf([]) });
