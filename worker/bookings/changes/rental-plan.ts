import type { ChangeFacts } from '#contract/booking-changes.ts';
import { rentalOptionOf } from '#domain/catalog/entries.ts';
import { computePickupDay, lastRentalDay } from '#domain/catalog/rental-days.ts';
import { type AddedJobType, isAddedJobType } from '#domain/jobs/added-jobs.ts';
import type { TruckMove } from '#domain/jobs/jobs.ts';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import type { CalendarWarning } from '#domain/rental/calendar-warnings.ts';
import type { ChangeReason, ChangeType } from '#domain/rental/changes/change-types.ts';
import {
  type RentalDays,
  type RuleRefusal,
  refusalOfState,
  refusalOfTarget,
} from '#domain/rental/changes/rental-rules.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { labelRental } from '#worker/catalog/labels.ts';
import { assertInCard } from '#worker/catalog/names.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { type ChangedRental, movesOfChange, readMovesTaken, warningsOfChange } from './calendar.ts';
import { changedDays, findDayOffer } from './change-days.ts';
import { type JobRemoval, planJobRemoval, refusalOfRemoval, withoutJob } from './job-removal.ts';
import { planMoney } from './money.ts';
import type { ChangeInput, ChangePlan } from './plan.ts';
import { changePrice, type PriceChange } from './price-change.ts';
import { type RentalRecord, readRental, readRentalPrice } from './read-rental.ts';
import type { UnitRow } from './repo.ts';
import {
  chooseUnit,
  computeUnitNeed,
  type MovedUnit,
  type UnitChoice,
  type UnitNeed,
} from './unit-choice.ts';

/** The changes of a rental; a cancellation has a planner of its own. */
export type RentalChangeInput = ChangeInput<Exclude<ChangeType, 'cancel'>>;

/** What a change writes. */
export type ChangeEffects = {
  days: RentalDays;
  /** The new rental period or size; absent: it stays. */
  rented: { rentalType?: string; dumpsterType?: string };
  /** The units of the booking whose days change, those that become shorter first. */
  rows: readonly UnitRow[];
  /** The unit that the booking does not have yet; null: none. */
  taken: number | null;
  moved: MovedUnit | null;
  exchangeDay: Day | null;
  /** The truck job that staff add; the unit stays. */
  addedJob: { type: AddedJobType; dueDay: Day; window: string } | null;
  /** The truck job that staff remove. */
  removal: JobRemoval | null;
  price: PriceChange;
  /** Cents; null: not set. */
  finalPrice: number | null;
  overridden: readonly CalendarRefusal[];
  /** The truck moves for which there must be room; null if staff override the limit, or there is none. */
  limit: { moves: readonly TruckMove[]; maxMovesPerDay: number } | null;
};

/** `effects`: null for a change that is not allowed. */
export type RentalPlan = ChangePlan & { effects: ChangeEffects | null };

type Change = { record: BookingRecord; input: RentalChangeInput };

/** What a change does to a booking now: its days, price, units and truck moves; or why it is not allowed. */
export async function planRentalChange(ctx: Context, { record, input }: Change): Promise<RentalPlan> {
  const [rental, price] = await Promise.all([readRental(ctx, record), readRentalPrice(ctx, record)]);
  const total = record.finalPrice ?? price.proposal?.total ?? null;
  const before = await readChangeFacts(ctx, record, { units: rental.units, total });
  assertInCard(rental.published.card, input as Partial<Record<'rentalType' | 'dumpsterType', string>>);
  const refusal = refusalOfInput(rental, input);
  if (refusal) return refusedPlan(before, refusal);
  const changed = changedRental(rental, input);
  const removed = input.type === 'remove_job' ? await planJobRemoval(ctx, rental, { input, price }) : null;
  const need = removed ? removed.need : computeUnitNeed(input.type, rental, changed);
  const [choice, movesTaken] = await Promise.all([
    need && chooseUnit(ctx, rental, { need, request: unitRequestOf(input) }),
    readMovesTaken(ctx, record.id, movesOfChange(rental, changed)),
  ]);
  const warnings = warningsOfChange(ctx, rental, { changed, movesTaken });
  const priced = changePrice(rental, price, { input, days: changed.days });
  const priceChange = 'code' in priced ? null : priced;
  const money = await planMoney(ctx, record, { price: countedChange(record, input, priceChange), total });
  const reasons: ChangeReason[] = [
    ...openWarnings(warnings, input.override),
    ...(choice?.reason ? [choice.reason] : []),
    ...('code' in priced ? [{ ...priced, offers: [] }] : []),
    ...money.reasons,
    ...(removed?.reasons ?? []),
  ];
  const effects =
    reasons.length === 0 && priceChange
      ? computeChangeEffects(rental, {
          input,
          changed,
          need,
          choice,
          warnings,
          money,
          price: priceChange,
          removal: removed?.removal ?? null,
        })
      : null;
  const after = {
    ...record,
    ...changed.days,
    ...rentedOf(input),
    rateCardId: priceChange?.agreed?.rateCardId ?? record.rateCardId,
  };
  return {
    allowed: effects !== null,
    reasons: await withDayOffer(ctx, rental, { input, reasons }),
    before,
    after: await readChangeFacts(ctx, after, {
      units: unitsAfter(rental.units, effects),
      total: money.total,
    }),
    lines: priceChange?.lines ?? [],
    difference: priceChange?.difference ?? 0,
    refundable: money.refundable,
    warnings,
    rateCard: priceChange?.rateCard ?? null,
    movedBooking: movedBookingOf(choice),
    endsPayLink: money.endsPayLink,
    willNotify: input.notifyCustomer && record.email !== null,
    ...(removed && { jobCharge: removed.jobCharge }),
    effects,
  };
}

/** The change that counts for the money. The removal of a job leaves a final price, a decision of staff, as it is. */
function countedChange(
  { finalPrice }: BookingRecord,
  { type }: RentalChangeInput,
  price: PriceChange | null,
) {
  return type === 'remove_job' && finalPrice !== null ? null : price;
}

function refusalOfInput(rental: RentalRecord, input: RentalChangeInput): RuleRefusal | null {
  const { state, calendar, today, record } = rental;
  const refusal = refusalOfState(input.type, state, today);
  if (refusal) return refusal;
  if (input.type === 'remove_job') return refusalOfRemoval(rental, input.jobId);
  if (input.type === 'resize') return unchangedIf(input.dumpsterType === record.dumpsterType, 'size');
  if (input.type === 'rental') return unchangedIf(input.rentalType === record.rentalType, 'rental period');
  return refusalOfTarget({ type: input.type, day: dayOf(input) }, state, { today, calendar });
}

const isAddedJob = (input: RentalChangeInput): input is ChangeInput<AddedJobType> =>
  isAddedJobType(input.type);

function unchangedIf(isSame: boolean, what: string): RuleRefusal | null {
  return isSame ? { code: 'unchanged', message: `The booking has this ${what} already.` } : null;
}

/** The changes to another day. */
type DayChangeInput = Exclude<RentalChangeInput, { type: 'resize' | 'rental' | 'remove_job' }>;

function dayOf(input: DayChangeInput): Day {
  if (input.type === 'reschedule') return input.deliveryDate;
  return 'day' in input ? input.day : input.endDate;
}

function changedRental(rental: RentalRecord, input: RentalChangeInput): ChangedRental {
  const { record, state, calendar, published } = rental;
  const { deliveryDate, endDate, pickupDay, dumpsterType } = record;
  const { exchangeDays, addedJobs } = state;
  if (input.type === 'resize')
    return {
      days: { deliveryDate, endDate, pickupDay },
      exchangeDays,
      addedJobs,
      dumpsterType: input.dumpsterType,
    };
  if (input.type === 'remove_job') return withoutJob(rental, input.jobId);
  if (input.type !== 'rental') return changedDays(rental, input.type, dayOf(input));
  const last = lastRentalDay(rentalOptionOf(published.card, input.rentalType), deliveryDate);
  const days = {
    deliveryDate,
    endDate: last,
    pickupDay: computePickupDay(calendar.rules, calendar.closedDays, last),
  };
  return { days, exchangeDays, addedJobs, dumpsterType };
}

function rentedOf(input: RentalChangeInput): ChangeEffects['rented'] {
  if (input.type === 'resize') return { dumpsterType: input.dumpsterType };
  return input.type === 'rental' ? { rentalType: input.rentalType } : {};
}

function unitRequestOf(input: RentalChangeInput) {
  if (input.type === 'shorten' || isAddedJob(input)) return {};
  const { dumpsterId, moveBookingId } = input;
  return { dumpsterId, moveBookingId };
}

/** The calendar rules that staff have not overridden, as reasons. */
function openWarnings(
  warnings: readonly CalendarWarning[],
  override: readonly CalendarRefusal[],
): ChangeReason[] {
  return warnings
    .filter(({ rule }) => !override.includes(rule))
    .map(({ rule, text }) => ({ code: rule, message: text, offers: [] }));
}

const OFFERED_FOR: readonly ChangeReason['code'][] = ['closed', 'full', 'too_soon', 'no_unit', 'taken'];

/** Adds the nearest possible day to the first reason that another day ends. */
async function withDayOffer(
  ctx: Context,
  rental: RentalRecord,
  { input, reasons }: { input: RentalChangeInput; reasons: ChangeReason[] },
): Promise<ChangeReason[]> {
  const [first] = reasons.filter(({ code }) => OFFERED_FOR.includes(code));
  if (!first || input.type === 'resize' || input.type === 'rental' || input.type === 'remove_job')
    return reasons;
  const { dumpsterId = null } = unitRequestOf(input);
  const offer = await findDayOffer(ctx, rental, { type: input.type, day: dayOf(input), dumpsterId });
  if (!offer) return reasons;
  return reasons.map((reason) =>
    reason === first ? { ...reason, offers: [...reason.offers, offer] } : reason,
  );
}

type EffectsInput = {
  input: RentalChangeInput;
  changed: ChangedRental;
  need: UnitNeed | null;
  choice: UnitChoice | null;
  warnings: readonly CalendarWarning[];
  price: PriceChange;
  removal: JobRemoval | null;
  money: { finalPrice: number | null };
};

function computeChangeEffects(rental: RentalRecord, plan: EffectsInput): ChangeEffects {
  const { input, changed, need, choice, warnings, price, removal, money } = plan;
  const moves = movesOfChange(rental, changed);
  const { maxTruckMovesPerDay: maxMovesPerDay } = rental.calendar.rules;
  const isLimited = moves.length > 0 && maxMovesPerDay !== null && !input.override.includes('full');
  return {
    days: changed.days,
    rented: rentedOf(input),
    rows: computeUnitRows(rental, { input, changed, need, choice }),
    taken: choice?.unit && choice.unit.id !== need?.current ? choice.unit.id : null,
    moved: choice?.moved ?? null,
    exchangeDay: input.type === 'exchange' ? input.day : null,
    addedJob: isAddedJob(input)
      ? { type: input.type, dueDay: input.day, window: input.timeWindow ?? 'any' }
      : null,
    removal,
    price,
    finalPrice: money.finalPrice,
    overridden: [...new Set(warnings.map(({ rule }) => rule))],
    limit: isLimited ? { moves, maxMovesPerDay } : null,
  };
}

function computeUnitRows(
  { units }: RentalRecord,
  { input, changed, need, choice }: Pick<EffectsInput, 'input' | 'changed' | 'need' | 'choice'>,
): UnitRow[] {
  const last = units.at(-1);
  const { pickupDay } = changed.days;
  if (!need || !choice?.unit) return last && last.end > pickupDay ? [{ ...last, end: pickupDay }] : [];
  const { role, start, end } = need;
  const row = { role, dumpsterId: choice.unit.id, number: choice.unit.number, start, end };
  return input.type === 'exchange' && last ? [{ ...last, end: input.day }, row] : [row];
}

function unitsAfter(units: readonly UnitRow[], effects: ChangeEffects | null): readonly UnitRow[] {
  if (!effects) return units;
  const { rows, removal } = effects;
  const kept = units.filter(
    ({ role }) => role !== removal?.releasedRole && !rows.some((row) => row.role === role),
  );
  return [...kept, ...rows];
}

function movedBookingOf(choice: UnitChoice | null): ChangePlan['movedBooking'] {
  if (!choice?.moved) return null;
  const { bookingId: id, fromNumber, toNumber } = choice.moved;
  return { id, fromNumber, toNumber };
}

/** The facts of a booking; its last unit is the one that it has or gets. */
async function readChangeFacts(
  ctx: Context,
  record: Parameters<typeof labelRental>[1] & RentalDays & Pick<BookingRecord, 'status'>,
  { units, total }: { units: readonly UnitRow[]; total: number | null },
): Promise<ChangeFacts> {
  const { deliveryDate, endDate, pickupDay, rentalType, dumpsterType, status } = record;
  const { rentalTitle, sizeName } = await labelRental(ctx, record);
  const unit = units.at(-1);
  return {
    deliveryDate,
    endDate,
    pickupDay,
    rentalType,
    rentalTitle,
    dumpsterType,
    sizeName,
    status,
    total,
    unit: unit ? { id: unit.dumpsterId, number: unit.number } : null,
  };
}

function refusedPlan(before: ChangeFacts, refusal: RuleRefusal): RentalPlan {
  return {
    allowed: false,
    reasons: [{ ...refusal, offers: [] }],
    before,
    after: before,
    lines: [],
    difference: 0,
    refundable: 0,
    warnings: [],
    rateCard: null,
    movedBooking: null,
    endsPayLink: null,
    willNotify: false,
    effects: null,
  };
}
