import { queryOptions } from '@tanstack/react-query';
import {
  type Dumpster,
  listDumpsterSchedule,
  listFreeDumpsters,
  type UnitScheduleEntry,
} from '#contract/inventory.ts';
import { getBooking, moveBooking } from '#contract/staff-bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { customerFullName } from '#web/kit/ui/names.ts';

/** A coming booking of a unit, and the free unit of its size that it can get; null: it cannot move. */
export type PlannedMove = {
  bookingId: number;
  customer: string;
  startDate: Day;
  endDate: Day;
  isOnSite: boolean;
  target: Dumpster | null;
  /** Which of the units of the booking it is. */
  role: string | undefined;
  etag: string | null;
};
export type MoveResult = { plan: PlannedMove; failure: string | null };

/** Where the coming bookings of a unit can go. No unit is proposed twice for the same day. */
export function movePlanQuery(unit: Pick<Dumpster, 'id'>, today: Day) {
  return queryOptions({
    queryKey: ['unit-moves', unit.id, today],
    queryFn: ({ signal }) => planMoves(unit, today, signal),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

async function planMoves({ id }: Pick<Dumpster, 'id'>, today: Day, signal: AbortSignal) {
  const entries = await call(listDumpsterSchedule, {
    params: { dumpsterId: id },
    query: { from: today },
    signal,
  });
  const plans: PlannedMove[] = [];
  for (const entry of entries) {
    if (entry.bookingId === null) continue;
    plans.push(
      await planMove({ ...entry, bookingId: entry.bookingId }, { unitId: id, today, plans, signal }),
    );
  }
  return plans;
}

type Entry = UnitScheduleEntry & { bookingId: number };
type Planning = { unitId: number; today: Day; plans: readonly PlannedMove[]; signal: AbortSignal };

async function planMove(
  { bookingId, startDate, endDate }: Entry,
  { unitId, today, plans, signal }: Planning,
): Promise<PlannedMove> {
  const params = { id: bookingId };
  const { value: booking, etag } = await callWithEtag(getBooking, { params, signal });
  const role = booking.units.find((unit) => unit.id === unitId)?.role;
  const isOnSite = booking.isOnSite && startDate <= today;
  const free = isOnSite
    ? []
    : await call(listFreeDumpsters, { params, query: role === undefined ? {} : { role }, signal });
  const isPlanned = (other: Dumpster) =>
    plans.some(
      ({ target, ...days }) =>
        target?.id === other.id && days.startDate <= endDate && startDate <= days.endDate,
    );
  const target = free.find((other) => other.sizeId === booking.dumpsterType && !isPlanned(other)) ?? null;
  const customer = customerFullName(booking);
  return { bookingId, customer, startDate, endDate, isOnSite, target, role, etag };
}

/** Moves one booking after the other. A failure does not keep the others from moving. */
export async function moveOneByOne(plans: readonly PlannedMove[]): Promise<MoveResult[]> {
  const results: MoveResult[] = [];
  for (const plan of plans) {
    results.push({ plan, failure: await moveOne(plan) });
  }
  return results;
}

async function moveOne({ bookingId, target, role, etag }: PlannedMove): Promise<string | null> {
  if (!target) return null;
  try {
    const body = { dumpsterId: target.id, ...(role !== undefined && { role }) };
    await call(moveBooking, { params: { id: bookingId }, body, ...(etag !== null && { ifMatch: etag }) });
    return null;
  } catch (error) {
    return reasonText(error);
  }
}
