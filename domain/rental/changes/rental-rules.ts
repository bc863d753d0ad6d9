import type { TruckCalendar } from '#domain/catalog/delivery-days.ts';
import { computePickupDay } from '#domain/catalog/rental-days.ts';
import { isAddedJobType } from '#domain/jobs/added-jobs.ts';
import { JOB_LABELS, type JobType, type TruckMove } from '#domain/jobs/jobs.ts';
import { lastDeliveryDay } from '#domain/rental/availability.ts';
import { type BookingStatus, isOver } from '#domain/rental/bookings.ts';
import { addDays, type Day, daysBetween, formatDay } from '#domain/shared/days.ts';
import type { ChangeRefusal, ChangeType, DayChangeType } from './change-types.ts';

/** Days of a rental: the last rental day, and the day of the pickup, which can be later. */
export type RentalDays = { deliveryDate: Day; endDate: Day; pickupDay: Day };

/** A rental as far as its changes depend on it. */
export type RentalState = RentalDays & {
  status: BookingStatus;
  /** The delivery is marked done, or a unit was exchanged. */
  isDelivered: boolean;
  isPickedUp: boolean;
  /** The days of the exchanges, done or planned, in their order. */
  exchangeDays: readonly Day[];
  /** The jobs that staff added, done or planned, in the order of their days. */
  addedJobs: readonly TruckMove[];
};

/** Why a change is not possible, for staff. */
export type RuleRefusal = { code: ChangeRefusal; message: string };

/** The longest time between today and the last day of an extended rental. */
const MAX_EXTENSION_DAYS = 730;

const refusal = (code: ChangeRefusal, message: string): RuleRefusal => ({ code, message });

/** Why a rental in this state cannot be changed this way, on any day. A cancellation has rules of its own. */
export function refusalOfState(
  type: Exclude<ChangeType, 'cancel'>,
  state: RentalState,
  today: Day,
): RuleRefusal | null {
  if (isOver(state.status))
    return refusal('over', `This booking is ${state.status}. Set another status first.`);
  // The job has rules of its own.
  if (type === 'remove_job') return null;
  if (state.isPickedUp) return refusal('over', 'The unit is picked up: this rental is over.');
  if (type === 'exchange' || isAddedJobType(type)) {
    if (isOnSite(state, today)) return null;
    const verb = { exchange: 'exchanged', dump_and_return: 'emptied', relocate_on_site: 'moved' }[type];
    return refusal('not_delivered', `The unit is not delivered yet, so it cannot be ${verb}.`);
  }
  if (type === 'extend' || type === 'shorten') return null;
  if (state.isDelivered) {
    const message =
      type === 'reschedule'
        ? 'The unit is delivered. Only the last day can change: extend or shorten the rental.'
        : 'The unit is delivered. Its size and rental period can change before the delivery only.';
    return refusal('delivered', message);
  }
  if (type !== 'reschedule' && state.deliveryDate < today)
    return refusal('delivered', 'The delivery day is past. Reschedule the delivery first.');
  return null;
}

/** Whether the unit is taken to be at the customer: a delivery before today that is not marked counts as done. */
export function isOnSite({ isDelivered, deliveryDate }: RentalState, today: Day): boolean {
  return isDelivered || deliveryDate < today;
}

type Calendar = { today: Day; calendar: TruckCalendar };

/** Why a rental cannot be changed to this day, even if a unit and a truck are free. */
export function refusalOfTarget(
  { type, day }: { type: DayChangeType; day: Day },
  state: RentalState,
  { today, calendar }: Calendar,
): RuleRefusal | null {
  if (day < today) return refusal('past_day', `${formatDay(day)} is past. Choose today or a later day.`);
  switch (type) {
    case 'reschedule':
      return refusalOfDelivery(day, state, { today, calendar });
    case 'extend':
      return refusalOfExtension(day, state, today);
    case 'shorten':
      return refusalOfShortening(day, state);
    case 'exchange':
      return refusalOfExchange(day, state);
    case 'dump_and_return':
    case 'relocate_on_site':
      return refusalOfAddedJob({ type, day }, state);
  }
}

function refusalOfDelivery(day: Day, { deliveryDate }: RentalState, { today, calendar }: Calendar) {
  if (day === deliveryDate) return refusal('unchanged', `The delivery is on ${formatDay(day)} already.`);
  const last = lastDeliveryDay(today, calendar.rules.horizonDays);
  if (day <= last) return null;
  return refusal('beyond_horizon', `Deliveries can be planned up to ${formatDay(last)}.`);
}

function refusalOfExtension(day: Day, { endDate }: RentalState, today: Day) {
  if (day === endDate) return refusal('unchanged', `The last day is ${formatDay(day)} already.`);
  if (day < endDate)
    return refusal(
      'wrong_order',
      `The rental lasts until ${formatDay(endDate)}. To end it earlier, shorten it.`,
    );
  const last = addDays(today, MAX_EXTENSION_DAYS);
  return day > last ? refusal('beyond_horizon', `Rentals can last until ${formatDay(last)}.`) : null;
}

function refusalOfShortening(day: Day, { deliveryDate, endDate, exchangeDays, addedJobs }: RentalState) {
  if (day === endDate) return refusal('unchanged', `The last day is ${formatDay(day)} already.`);
  if (day > endDate)
    return refusal('wrong_order', `The rental ends on ${formatDay(endDate)}. To end it later, extend it.`);
  if (day < deliveryDate)
    return refusal(
      'wrong_order',
      `The delivery is on ${formatDay(deliveryDate)}: the rental cannot end before.`,
    );
  const job = addedJobs.findLast(({ dueDay }) => day < dueDay);
  if (job) {
    const name = JOB_LABELS[job.type].toLowerCase();
    const message = `A ${name} is planned for ${formatDay(job.dueDay)}. Remove that job first.`;
    return refusal('outside_rental', message);
  }
  const exchangeDay = exchangeDays.at(-1);
  if (exchangeDay === undefined || day >= exchangeDay) return null;
  return refusal(
    'outside_rental',
    `An exchange is planned for ${formatDay(exchangeDay)}: the rental cannot end before. Remove the exchange first.`,
  );
}

function refusalOfExchange(day: Day, { deliveryDate, pickupDay, exchangeDays }: RentalState) {
  if (day < deliveryDate)
    return refusal(
      'outside_rental',
      `The delivery is on ${formatDay(deliveryDate)}: exchange on a later day.`,
    );
  if (day > pickupDay)
    return refusal('outside_rental', `The pickup is on ${formatDay(pickupDay)}. Extend the rental first.`);
  const latest = exchangeDays.at(-1);
  if (latest === undefined || day > latest) return null;
  return refusal('outside_rental', `The latest exchange is on ${formatDay(latest)}: choose a later day.`);
}

function refusalOfAddedJob(
  { type, day }: { type: JobType; day: Day },
  { deliveryDate, pickupDay, addedJobs }: RentalState,
) {
  if (day < deliveryDate)
    return refusal('outside_rental', `The delivery is on ${formatDay(deliveryDate)}: choose a later day.`);
  if (day > pickupDay)
    return refusal('outside_rental', `The pickup is on ${formatDay(pickupDay)}. Extend the rental first.`);
  if (!addedJobs.some((job) => job.type === type && job.dueDay === day)) return null;
  const name = JOB_LABELS[type].toLowerCase();
  return refusal('unchanged', `The booking has a ${name} on ${formatDay(day)} already. Choose another day.`);
}

/** The days of the rental after the change. */
export function daysAfter(
  { type, day }: { type: DayChangeType; day: Day },
  { deliveryDate, endDate, pickupDay }: RentalDays,
  { rules, closedDays }: TruckCalendar,
): RentalDays {
  if (type === 'exchange' || isAddedJobType(type)) return { deliveryDate, endDate, pickupDay };
  const isMoved = type === 'reschedule';
  const last = isMoved ? addDays(day, daysBetween(deliveryDate, endDate)) : day;
  return {
    deliveryDate: isMoved ? day : deliveryDate,
    endDate: last,
    pickupDay: computePickupDay(rules, closedDays, last),
  };
}

/** The truck moves of a rental with exchanges and jobs that staff added. */
export function rentalMoves(
  { deliveryDate, pickupDay }: RentalDays,
  { exchangeDays, addedJobs }: Pick<RentalState, 'exchangeDays' | 'addedJobs'>,
): TruckMove[] {
  return [
    { type: 'delivery', dueDay: deliveryDate },
    ...exchangeDays.map((dueDay) => ({ type: 'exchange' as const, dueDay })),
    ...addedJobs,
    { type: 'final_pickup', dueDay: pickupDay },
  ];
}

/** The moves on the days on which the change puts another truck move. Days that the rental leaves are free anyway. */
export function changedMoves(before: readonly TruckMove[], after: readonly TruckMove[]): TruckMove[] {
  const known = before.map(({ type, dueDay }) => `${type} ${dueDay}`);
  const added = after.filter(({ type, dueDay }) => !known.includes(`${type} ${dueDay}`));
  const days = new Set(added.map(({ dueDay }) => dueDay));
  return after.filter(({ dueDay }) => days.has(dueDay));
}
