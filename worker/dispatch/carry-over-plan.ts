import type { CalendarRules } from '#domain/catalog/rate-card.ts';
import { isWorkingDay } from '#domain/catalog/rental-days.ts';
import { isJobBegun, JOB_LABELS } from '#domain/jobs/jobs.ts';
import { addDays, type Day, formatDay } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import type { ChangeInput } from '#worker/bookings/changes/plan.ts';
import { planRentalChange, type RentalPlan } from '#worker/bookings/changes/rental-plan.ts';
import type { JobRow } from '#worker/bookings/jobs/repo.ts';
import { getPublishedCard } from '#worker/catalog/rate-cards.ts';
import { listMovesTaken } from '#worker/fleet/jobs/moves-repo.ts';
import { listClosedDays } from '#worker/fleet/jobs/repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import { type BookingUnitDays, findUnitTaken, listBookingUnitDays } from './carry-over-repo.ts';

/** The jobs of one booking that move together, or the reason why none of them does. */
export type CarriedBooking = {
  record: BookingRecord;
  jobs: JobRow[];
  reason: string | null;
  /** With a delivery: the rental on its new days. */
  rental: { input: ChangeInput<'reschedule'>; plan: RentalPlan } | null;
  /** Without one: the units of the booking. */
  units: (BookingUnitDays & { id: number })[];
};

/**
 * What moving the jobs of a day to the next working day, or to `chosenDay`, does, and why some cannot move. Deliveries are planned first: a
 * rental that moves frees the days of its unit for the other jobs. All share the truck moves that the new day has left.
 */
export async function planCarryOver(
  ctx: Context,
  { day, jobs, chosenDay }: { day: Day; jobs: readonly JobRow[]; chosenDay?: Day | undefined },
) {
  const { card } = await getPublishedCard(ctx);
  const { toDay, isFound } = chosenDay
    ? { toDay: chosenDay, isFound: await isOpenDay(ctx, chosenDay, card.calendar) }
    : await findWorkingDay(ctx, day, card.calendar);
  const limit = card.calendar.maxTruckMovesPerDay;
  const [taken] = await listMovesTaken(ctx.db, { from: toDay, to: toDay });
  let left = limit === null ? null : limit - (taken?.moves ?? 0);
  const planned: CarriedBooking[] = [];
  for (const group of groupByBooking(jobs)) {
    const record = await getBooking(ctx, group[0]?.bookingId ?? 0);
    const carried = await planBooking(ctx, { record, jobs: group, toDay, planned });
    const isFull = left !== null && left < group.length;
    const noDay = isFound ? null : noDayText(chosenDay);
    const full = isFull
      ? `The trucks have no moves left on ${formatDay(toDay)}. Reschedule it to a later day.`
      : null;
    carried.reason = carried.reason ?? noDay ?? full;
    if (carried.reason === null && left !== null) left -= group.length;
    planned.push(carried);
  }
  return { toDay, bookings: planned };
}

/** The first working day after `day` and not before today; `isFound` is false if none is within two weeks. */
async function findWorkingDay(ctx: Context, day: Day, calendar: CalendarRules) {
  const yesterday = addDays(ctx.today(), -1);
  const after = day > yesterday ? day : yesterday;
  const closed = new Set((await listClosedDays(ctx.db, after)).map((row) => row.day));
  const days = Array.from({ length: 14 }, (_, index) => addDays(after, index + 1));
  const found = days.find((one) => isWorkingDay(calendar, closed, one));
  return { toDay: found ?? addDays(after, 1), isFound: found !== undefined };
}

async function isOpenDay(ctx: Context, day: Day, calendar: CalendarRules): Promise<boolean> {
  const closed = new Set((await listClosedDays(ctx.db, day)).map((row) => row.day));
  return isWorkingDay(calendar, closed, day);
}

function noDayText(chosenDay: Day | undefined): string {
  return chosenDay
    ? `${formatDay(chosenDay)} is closed. Choose another day.`
    : 'No working day is open within the next two weeks. Open a day first.';
}

/** By booking; those with a delivery first. */
function groupByBooking(jobs: readonly JobRow[]): JobRow[][] {
  const groups = new Map<number, JobRow[]>();
  for (const job of jobs) groups.set(job.bookingId, [...(groups.get(job.bookingId) ?? []), job]);
  const hasDelivery = (group: JobRow[]) => group.some(({ type }) => type === 'delivery');
  return [...groups.values()].toSorted((a, b) => Number(hasDelivery(b)) - Number(hasDelivery(a)));
}

type Input = { record: BookingRecord; jobs: JobRow[]; toDay: Day; planned: readonly CarriedBooking[] };

async function planBooking(ctx: Context, input: Input): Promise<CarriedBooking> {
  const { record, jobs, toDay } = input;
  const carried: CarriedBooking = { record, jobs, reason: null, rental: null, units: [] };
  const closed = jobs.map((job) => reasonOfJob(job, toDay)).find((reason) => reason !== null);
  if (closed) return { ...carried, reason: closed };
  if (jobs.some(({ type }) => type === 'delivery')) return { ...carried, ...(await planRental(ctx, input)) };
  const units = await listBookingUnitDays(ctx.db, record.id);
  for (const job of jobs) {
    const reason = await reasonOfUnit(ctx, input, { job, units });
    if (reason) return { ...carried, units, reason };
  }
  return { ...carried, units };
}

function reasonOfJob({ type, status, dueDay }: JobRow, toDay: Day): string | null {
  const name = JOB_LABELS[type].toLowerCase();
  if (status === 'done' || status === 'cancelled') return `The ${name} is ${status}.`;
  if (isJobBegun(status)) return `The driver is on the way to this ${name}. Wait until it is over.`;
  return dueDay < toDay ? null : `The ${name} is due on ${formatDay(dueDay)} already.`;
}

/** The whole rental moves. Refused if its price or an open payment link would change: a customer must agree to that. */
async function planRental(ctx: Context, { record, jobs, toDay, planned }: Input) {
  const input: ChangeInput<'reschedule'> = {
    type: 'reschedule',
    deliveryDate: toDay,
    notifyCustomer: false,
    override: ['too_soon'],
    preview: true,
  };
  if (jobs.some(({ type }) => type !== 'delivery' && type !== 'final_pickup')) {
    return {
      reason: `Reschedule booking #${record.id} on its page: it has more than a delivery on this day.`,
    };
  }
  const plan = await planRentalChange(ctx, { record, input });
  if (!plan.effects) return { reason: plan.reasons.map(({ message }) => message).join(' ') };
  if (plan.difference !== 0 || plan.endsPayLink) {
    return {
      reason: `The price or an open payment link would change. Reschedule booking #${record.id} on its page.`,
    };
  }
  const rows = planned.flatMap(({ rental, reason }) =>
    reason === null ? (rental?.plan.effects?.rows ?? []) : [],
  );
  const shared = plan.effects.rows.find((row) =>
    rows.some((one) => one.dumpsterId === row.dumpsterId && one.start <= row.end && row.start <= one.end),
  );
  const reason = shared
    ? `Unit ${shared.number} is taken by another delivery that moves. Reschedule booking #${record.id} on its page.`
    : null;
  return { rental: { input, plan }, reason };
}

/** Why the unit of a booking cannot stay until the day; null when it can, or the job moves no days. */
async function reasonOfUnit(
  ctx: Context,
  { record, toDay, planned }: Input,
  { job, units }: { job: JobRow; units: readonly BookingUnitDays[] },
): Promise<string | null> {
  if (job.type !== 'final_pickup' && toDay > record.pickupDay) {
    return `The pickup of booking #${record.id} is on ${formatDay(record.pickupDay)}. Extend the rental first.`;
  }
  const kept = keptUnit(job, units);
  if (!kept || kept.end >= toDay) return null;
  const moving = planned.filter(({ reason, rental }) => reason === null && rental !== null);
  const rescheduled = moving.find(({ rental }) =>
    rental?.plan.effects?.rows.some(({ dumpsterId, start }) => dumpsterId === kept.unitId && start <= toDay),
  );
  const except = moving.map((one) => one.record.id);
  const others = { unitId: kept.unitId, bookingId: record.id, after: kept.end, until: toDay, except };
  const reserved = await findUnitTaken(ctx.db, others);
  const bookingId = rescheduled?.record.id ?? reserved?.bookingId ?? null;
  if (!rescheduled && !reserved) return null;
  const who = bookingId === null ? 'a customer who is paying now' : `booking #${bookingId}`;
  return `Unit ${kept.number} is needed by ${who}. Give that booking another unit first.`;
}

/** The unit that stays longer: of an exchange the one that is taken away. Null: no days change. */
export function keptUnit<T extends BookingUnitDays>({ type, dueDay }: JobRow, units: readonly T[]): T | null {
  if (type === 'final_pickup') return units.at(-1) ?? null;
  if (type !== 'exchange') return null;
  const index = units.findIndex(({ start }, at) => at > 0 && start === dueDay);
  return index > 0 ? (units[index - 1] ?? null) : null;
}
