import { isAddedJobType } from '#domain/jobs/added-jobs.ts';
import { earlier, lastDeliveryDay, later } from '#domain/rental/availability.ts';
import type { ChangeOffer, DayChangeType } from '#domain/rental/changes/change-types.ts';
import {
  daysAfter,
  type RuleRefusal,
  refusalOfState,
  refusalOfTarget,
} from '#domain/rental/changes/rental-rules.ts';
import { addDays, type Day, daysOfMonth } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { getBooking } from '#worker/rental/service.ts';
import { type ChangedRental, movesOfChange, readMovesTaken, warningsOfChange } from './calendar.ts';
import { type RentalRecord, readRental, readRentalRows } from './read-rental.ts';
import {
  computeUnitNeed,
  findUnitFor,
  possibleUnits,
  readUnits,
  type UnitNeed,
  unitRefusal,
} from './unit-choice.ts';

/** How many further days are examined for an offer. */
const OFFER_DAYS = 60;

type CheckedDay = { day: Day; pickupDay: Day; reasons: RuleRefusal[] };

/** The days of a month with the reasons why a booking cannot be changed to them. */
export async function listChangeDays(
  ctx: Context,
  { id, type, month }: { id: number; type: DayChangeType; month: string },
) {
  const [record, rows] = await Promise.all([getBooking(ctx, id), readRentalRows(ctx, id)]);
  const rental = await readRental(ctx, record, rows);
  const days = await checkDays(ctx, rental, { type, days: daysOfMonth(month) });
  return {
    today: rental.today,
    days: days.map((checked) => ({ ...checked, allowed: checked.reasons.length === 0 })),
  };
}

/** The nearest other day for a refused change: a later one, or for an extension the last one that is free. */
export async function findDayOffer(
  ctx: Context,
  rental: RentalRecord,
  { type, day, dumpsterId }: { type: DayChangeType; day: Day; dumpsterId: number | null },
): Promise<ChangeOffer | null> {
  const days = candidates(type, day, rental);
  const checked = await checkDays(ctx, rental, { type, days, dumpsterId });
  const free = checked.find(({ reasons }) => reasons.length === 0);
  return free ? { offer: 'day', day: free.day } : null;
}

function candidates(type: DayChangeType, day: Day, { state, calendar, today }: RentalRecord): Day[] {
  const range = (from: Day, step: 1 | -1, isWithin: (day: Day) => boolean) => {
    const days: Day[] = [];
    for (let next = from; days.length < OFFER_DAYS && isWithin(next); next = addDays(next, step))
      days.push(next);
    return days;
  };
  if (type === 'reschedule') {
    const last = lastDeliveryDay(today, calendar.rules.horizonDays);
    return range(addDays(day, 1), 1, (next) => next <= last);
  }
  if (type === 'exchange' || isAddedJobType(type))
    return range(addDays(day, 1), 1, (next) => next <= state.pickupDay);
  return type === 'extend' ? range(addDays(day, -1), -1, (next) => next > state.endDate) : [];
}

async function checkDays(
  ctx: Context,
  rental: RentalRecord,
  {
    type,
    days,
    dumpsterId = null,
  }: { type: DayChangeType; days: readonly Day[]; dumpsterId?: number | null },
): Promise<CheckedDay[]> {
  const { state, calendar, today } = rental;
  const stateRefusal = refusalOfState(type, state, today);
  const plans = days.map((day) => {
    const refusal = stateRefusal ?? refusalOfTarget({ type, day }, state, { today, calendar });
    const changed = changedDays(rental, type, day);
    return { day, refusal, changed, need: refusal ? null : computeUnitNeed(type, rental, changed) };
  });
  const possible = plans.filter(({ refusal }) => refusal === null);
  const moves = possible.flatMap(({ changed }) => movesOfChange(rental, changed));
  const needs = possible.flatMap(({ need }) => need ?? []);
  const [movesTaken, units] = await Promise.all([
    readMovesTaken(ctx, rental.record.id, moves),
    readUnitsOf(ctx, rental, { needs, dumpsterId }),
  ]);
  return plans.map(({ day, refusal, changed, need }) => {
    const { pickupDay } = changed.days;
    if (refusal) return { day, pickupDay, reasons: [refusal] };
    const warnings = warningsOfChange(ctx, rental, { changed, movesTaken });
    const choice = need && possibleUnits(units, need, dumpsterId);
    const isFree = !need || !choice || findUnitFor(choice.units, need, choice.isNamed) !== null;
    return {
      day,
      pickupDay,
      reasons: [
        ...warnings.map(({ rule, text }) => ({ code: rule, message: text })),
        ...(isFree ? [] : [unitRefusal(rental, need, choice)]),
      ],
    };
  });
}

/** The rental after a change to the day. */
export function changedDays(
  { record, state, calendar }: RentalRecord,
  type: DayChangeType,
  day: Day,
): ChangedRental {
  const exchangeDays = type === 'exchange' ? [...state.exchangeDays, day] : state.exchangeDays;
  const added = isAddedJobType(type) ? [{ type, dueDay: day }] : [];
  const addedJobs = [...state.addedJobs, ...added];
  const days = daysAfter({ type, day }, state, calendar);
  return { days, exchangeDays, addedJobs, dumpsterType: record.dumpsterType };
}

/** The units for all of the needs, which differ in their days only; none for no need. */
async function readUnitsOf(
  ctx: Context,
  { record }: RentalRecord,
  { needs, dumpsterId }: { needs: readonly UnitNeed[]; dumpsterId: number | null },
) {
  const [first] = needs;
  if (!first) return [];
  const start = needs.map((need) => need.start).reduce(earlier);
  const end = needs.map((need) => need.end).reduce(later);
  const ids = [first.current, dumpsterId].filter((id) => id !== null);
  const filter = { dumpsterType: first.dumpsterType, ids };
  return readUnits(ctx, { bookingId: record.id, filter, window: { start, end } });
}
