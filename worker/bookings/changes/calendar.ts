import { firstDeliveryDay } from '#domain/catalog/delivery-days.ts';
import { findStreetRule } from '#domain/catalog/permits.ts';
import { findZone } from '#domain/catalog/zones.ts';
import type { TruckMove } from '#domain/jobs/jobs.ts';
import { type CalendarWarning, calendarWarnings } from '#domain/rental/calendar-warnings.ts';
import {
  changedMoves,
  type RentalDays,
  type RentalState,
  rentalMoves,
} from '#domain/rental/changes/rental-rules.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { orderTime } from '#worker/fleet/jobs/calendar.ts';
import { listMovesOfOthers } from '#worker/fleet/jobs/moves-repo.ts';
import type { RentalRecord } from './read-rental.ts';

/** A rental after its change, as far as units and trucks are concerned. */
export type ChangedRental = Pick<RentalState, 'exchangeDays' | 'addedJobs'> & {
  days: RentalDays;
  dumpsterType: string;
};

/** The truck moves of the rental on the days on which the change puts another one. */
export function movesOfChange({ state }: RentalRecord, { days, ...jobs }: ChangedRental): TruckMove[] {
  return changedMoves(rentalMoves(state, state), rentalMoves(days, jobs));
}

/** The calendar rules that a change breaks. `movesTaken`: the truck moves of other bookings and checkouts by day. */
export function warningsOfChange(
  ctx: Context,
  rental: RentalRecord,
  { changed, movesTaken }: { changed: ChangedRental; movesTaken: ReadonlyMap<Day, number> },
): CalendarWarning[] {
  const { calendar, record, published, state } = rental;
  const { placementType, zip } = record;
  const permit = findStreetRule(published.card, { placementType, zone: findZone(published.zoneZips, zip) });
  const isMoved = changed.days.deliveryDate !== state.deliveryDate;
  // Only a delivery on another day needs lead time.
  const firstDay = isMoved ? firstDeliveryDay(calendar.rules, orderTime(ctx), permit) : state.deliveryDate;
  return calendarWarnings(movesOfChange(rental, changed), { calendar, firstDay, movesTaken });
}

/** How many truck moves other bookings and checkouts have on the days of the moves. */
export async function readMovesTaken(
  ctx: Context,
  bookingId: number,
  moves: readonly TruckMove[],
): Promise<Map<Day, number>> {
  if (moves.length === 0) return new Map();
  const taken = await listMovesOfOthers(ctx.db, { bookingId, moves });
  return new Map(taken.map(({ day, moves: count }) => [day, count]));
}
