import { additionLine } from '#domain/catalog/final-price.ts';
import { isAddedJobType, isRemovableJobType, type RemovableJobType } from '#domain/jobs/added-jobs.ts';
import { isJobBegun, JOB_LABELS } from '#domain/jobs/jobs.ts';
import type { ChangeReason } from '#domain/rental/changes/change-types.ts';
import type { RuleRefusal } from '#domain/rental/changes/rental-rules.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { Context } from '#worker/base/context.ts';
import type { ChangedRental } from './calendar.ts';
import { type MoneyPlan, planMoney } from './money.ts';
import type { ChangeInput, ChangePlan } from './plan.ts';
import { changePrice, chargeOfJob } from './price-change.ts';
import type { LiveJob, RentalPrice, RentalRecord } from './read-rental.ts';
import type { UnitNeed } from './unit-choice.ts';

type RemovalInput = ChangeInput<'remove_job'>;

/** A truck job that staff remove. */
export type JobRemoval = {
  job: LiveJob & { type: RemovableJobType };
  /** Cents with tax that stay in the price as a cancellation fee; null: none. */
  keptCharge: number | null;
  /** The role of the unit that an exchange no longer brings; null: none. */
  releasedRole: string | null;
};

type RemovalPlan = {
  removal: JobRemoval | null;
  jobCharge: NonNullable<ChangePlan['jobCharge']> | null;
  /** The days for which the unit on site stays because it is not exchanged; null: no unit changes. */
  need: UnitNeed | null;
  reasons: ChangeReason[];
};

/** Why a job cannot be removed, and what to do instead; null if it can. */
export function refusalOfRemoval({ jobs }: RentalRecord, jobId: number): RuleRefusal | null {
  const job = jobs.find(({ id }) => id === jobId);
  if (!job) return stays('This job is removed already, or it is not one of this booking.');
  const name = JOB_LABELS[job.type].toLowerCase();
  if (!isRemovableJobType(job.type))
    return stays(`The ${name} belongs to the rental. Change or cancel the booking instead.`);
  if (job.status === 'done') return stays(`The ${name} is done. Undo it before you remove it.`);
  if (isJobBegun(job.status)) return stays(`The driver is on the way to the ${name}. Call the driver first.`);
  const next = job.type === 'exchange' && exchangesOf(jobs).at(-1);
  if (!next || next.id === jobId) return null;
  return stays(`Another exchange follows on ${formatDay(next.dueDay)}. Remove that one first.`);
}

const stays = (message: string): RuleRefusal => ({ code: 'job_stays', message });

const exchangesOf = (jobs: readonly LiveJob[]) => jobs.filter(({ type }) => type === 'exchange');

/** The rental without the job. */
export function withoutJob({ jobs, record }: RentalRecord, jobId: number): ChangedRental {
  const { deliveryDate, endDate, pickupDay, dumpsterType } = record;
  const left = jobs.filter(({ id }) => id !== jobId);
  return {
    days: { deliveryDate, endDate, pickupDay },
    exchangeDays: exchangesOf(left).map(({ dueDay }) => dueDay),
    addedJobs: left.filter(({ type }) => isAddedJobType(type)).map(({ type, dueDay }) => ({ type, dueDay })),
    dumpsterType,
  };
}

/** What the removal of a job does to its charge and to the units; and why the charge cannot be taken off. */
export async function planJobRemoval(
  ctx: Context,
  rental: RentalRecord,
  { input, price }: { input: RemovalInput; price: RentalPrice },
): Promise<RemovalPlan> {
  const job = rental.jobs.find(({ id }) => id === input.jobId);
  if (!job || !isRemovableJobType(job.type))
    throw new Error(`Job ${input.jobId} cannot be removed: refusalOfRemoval comes first`);
  const charge = await readCharge(ctx, rental, { input, price });
  const units = job.type === 'exchange' ? unitsWithoutExchange(rental) : NO_UNITS;
  return {
    removal: {
      job: { ...job, type: job.type },
      keptCharge: charge && input.charge === 'keep' ? charge.jobCharge.amount : null,
      releasedRole: units.releasedRole,
    },
    jobCharge: charge?.jobCharge ?? null,
    need: units.need,
    reasons: charge && input.charge === 'take_off' ? charge.reasons : [],
  };
}

/** The charge of the job with the price after both choices; null without one. */
async function readCharge(
  ctx: Context,
  { record, ...rental }: RentalRecord,
  { input, price }: { input: RemovalInput; price: RentalPrice },
) {
  const addition = chargeOfJob(price, input.jobId);
  if (!addition) return null;
  const priceWith = (outcome: RemovalInput['charge']) =>
    changePrice({ record, ...rental }, price, { input: { ...input, charge: outcome }, days: record });
  const [without, withFee] = [priceWith('take_off'), priceWith('keep')];
  if ('code' in without || 'code' in withFee) return null;
  const total = record.finalPrice ?? price.proposal?.total ?? null;
  const takenOff = await planMoney(ctx, record, { price: without, total });
  const kept = await planMoney(ctx, record, { price: withFee, total });
  const { card, rental: agreed } = price.priced;
  const priceAfter = (sum: number | null) => ({
    total: sum,
    balance: Math.max(0, (sum ?? record.depositAmount) - record.paidAmount),
  });
  const amount = withFee.difference - without.difference;
  return {
    jobCharge: {
      label: additionLine(card, agreed, addition).label,
      amount,
      takenOff: priceAfter(takenOff.total),
      kept: priceAfter(kept.total),
    },
    reasons: reasonsToKeep(record, { amount, total, takenOff }),
  };
}

/** Why the charge cannot be taken off, and what staff can do. */
function reasonsToKeep(
  { finalPrice, depositAmount, paidAmount, refundAmount }: RentalRecord['record'],
  { amount, total, takenOff }: { amount: number; total: number | null; takenOff: MoneyPlan },
): ChangeReason[] {
  const because = (message: string): ChangeReason[] => [{ code: 'charge_stays', message, offers: [] }];
  const after = 'Keep the charge to remove the job.';
  if (finalPrice !== null)
    return because(
      `The final price of ${formatUsd(finalPrice)} is set, so the charge of ${formatUsd(amount)} cannot be taken off here. ${after} Then set a final price without it, and refund what was paid beyond that.`,
    );
  const paid = paidAmount - (refundAmount ?? 0);
  const beyond = (sum: number | null) => Math.max(0, paid - (sum ?? depositAmount));
  const paidOfCharge = beyond(takenOff.total) - beyond(total);
  if (paidOfCharge <= 0) return [];
  return because(
    `${formatUsd(paidOfCharge)} of the charge is paid. Refund that amount first and take the charge off then, or keep the charge.`,
  );
}

const NO_UNITS: { releasedRole: string | null; need: UnitNeed | null } = { releasedRole: null, need: null };

/**
 * Without the last exchange, the unit before it stays until the pickup, unless it is picked up already, and the days of
 * the new one are given back.
 */
function unitsWithoutExchange({ state, units, record }: RentalRecord) {
  const role = `exchange ${state.exchangeDays.length}`;
  const brought = units.at(-1)?.role === role;
  const releasedRole = brought ? role : null;
  const former = units.at(brought ? -2 : -1);
  if (!former || state.isPickedUp) return { releasedRole, need: null };
  const need: UnitNeed = {
    role: former.role,
    dumpsterType: record.dumpsterType,
    start: former.start,
    end: record.pickupDay,
    current: former.dumpsterId,
    canKeep: true,
    isFixed: true,
    excluded: null,
  };
  return { releasedRole, need };
}
