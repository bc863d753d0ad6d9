import type { Day } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import type { BatchGuard } from '#worker/base/db/commit.ts';

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
 * `broken`: the stops of published routes that a change of a booking makes impossible, in a sentence; null: none. `guard`:
 * the routes are those that were checked; absent when none were.
 */
export type CheckedRoutes = { broken: string | null; guard?: BatchGuard };
export type RouteCheck = (ctx: Context, change: ChangedBooking) => Promise<CheckedRoutes>;

/** For callers that look at no routes. */
export const NO_ROUTE_CHECK: RouteCheck = async () => ({ broken: null });
