import type { Job } from '#contract/jobs.ts';
import type { BookingOptions } from '#contract/new-booking.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { JobType } from '#domain/jobs/jobs.ts';
import { CALENDAR_REFUSALS } from '#domain/rental/availability.ts';
import { addDays, type Day, weekdayOf } from '#domain/shared/days.ts';
import type { Customer } from '../customers.ts';
import { FIRM_CUSTOMERS } from './customers.ts';
import { workdayFrom } from './plan.ts';
import { withOpenSunday } from './publish.ts';
import type { Staff } from './staff-session.ts';
import { setStatus } from './work.ts';

/** The jobs of today, as a busy dispatcher has them. */
const DELIVERIES = 12;
const PICKUPS = 9;
const NEXT_DELIVERIES = 4;

/** When staff fill today with orders by phone, in days before today: the pickups are those of a week's rental. */
const PICKUPS_AGE = 6;
export const DELIVERIES_AGE = 1;
const SUNDAY = 0;

/**
 * Orders by phone that give today its full number of pickups or deliveries, and one that is not paid yet. If today is a
 * Sunday, the firm works on it as an exception: nothing else is on a Sunday.
 */
export async function fillToday(staff: Staff, { age, today }: { age: number; today: Day }): Promise<void> {
  const day = addDays(today, -age);
  if (age === PICKUPS_AGE) {
    const orderPickups = () => fillPickups(staff, { day, today });
    await (weekdayOf(today) === SUNDAY ? withOpenSunday(staff, orderPickups) : orderPickups());
  }
  if (age !== DELIVERIES_AGE) return;
  await markPastDone(staff);
  const missing = DELIVERIES - (await countJobs(staff, today, 'delivery'));
  await orderMany(staff, { day, deliveryDate: today, count: missing });
  await order(staff, {
    day,
    deliveryDate: workdayFrom(addDays(today, 4), today),
    customer: customerAt(7),
    isPaid: false,
  });
}

/** A week's rental that ends today; if it would begin on a Sunday, it begins a day later and is shortened. */
async function fillPickups(staff: Staff, { day, today }: { day: Day; today: Day }): Promise<void> {
  const start = addDays(today, -6);
  const isSunday = weekdayOf(start) === SUNDAY;
  const missing = PICKUPS - (await countJobs(staff, today, 'final_pickup'));
  const deliveryDate = isSunday ? addDays(start, 1) : start;
  for (const id of await orderMany(staff, { day, deliveryDate, count: missing })) {
    if (isSunday) await staff.changeBooking(id, { type: 'shorten', endDate: today });
  }
}

/** Exchanges the dumpster of one customer today. */
export async function exchangeOne(staff: Staff, today: Day): Promise<void> {
  const onSite = await staff.get<Booking[]>('bookings?work=on_site&limit=100');
  for (const { id } of onSite.filter(({ endDate, isOverdue }) => endDate > today && !isOverdue)) {
    if (await staff.changeBooking(id, { type: 'exchange', day: today })) return;
  }
}

/** Orders by phone for the next workday, so that its plan can be made today. */
export async function fillTomorrow(staff: Staff, today: Day): Promise<void> {
  const deliveryDate = workdayFrom(addDays(today, 1), today);
  const missing = NEXT_DELIVERIES - (await countJobs(staff, deliveryDate, 'delivery'));
  await orderMany(staff, { day: today, deliveryDate, count: missing });
}

/** Marks three deliveries of today done that are on no route; a truck is on its way to the next one. */
export async function markSomeDone(staff: Staff, today: Day): Promise<void> {
  const jobs = await staff.get<Job[]>(`jobs?day=${today}`);
  const open = jobs.filter(({ type, status }) => type === 'delivery' && status === 'open');
  await markDone(staff, open.slice(0, 3));
  const next = open[3];
  if (next) await setStatus(staff, next.bookingId, 'in_transit');
}

/** Marks the deliveries of earlier days done. */
export async function markPastDone(staff: Staff): Promise<void> {
  for (const { id } of await staff.get<Booking[]>('bookings?work=late_deliveries&limit=100')) {
    const jobs = await staff.get<Job[]>(`jobs?bookingId=${id}`);
    await markDone(
      staff,
      jobs.filter(({ type, status }) => type === 'delivery' && status === 'open'),
    );
  }
}

async function markDone(staff: Staff, jobs: readonly Job[]): Promise<void> {
  for (const { id } of jobs) await staff.send('POST', `jobs/${id}/done`, {});
}

async function countJobs(staff: Staff, day: Day, type: JobType): Promise<number> {
  const jobs = await staff.get<Job[]>(`jobs?day=${day}`);
  return jobs.filter((job) => job.type === type).length;
}

async function orderMany(
  staff: Staff,
  { count, ...when }: { day: Day; deliveryDate: Day; count: number },
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await order(staff, { ...when, customer: customerAt(index), isPaid: true });
    if (id !== null) ids.push(id);
  }
  return ids;
}

const customerAt = (index: number) => FIRM_CUSTOMERS[(index * 5) % FIRM_CUSTOMERS.length] as Customer;

/** A week's rental of the size with the most free units, paid by check. Staff may override the calendar rules. */
async function order(
  staff: Staff,
  {
    day,
    deliveryDate,
    customer,
    isPaid,
  }: { day: Day; deliveryDate: Day; customer: Customer; isPaid: boolean },
): Promise<number | null> {
  const asked = { deliveryDate, rentalType: '7-day', zip: customer.zip, state: customer.state };
  const { offers, material } = await staff.get<BookingOptions>(
    `booking-options?${new URLSearchParams(asked)}`,
  );
  const [best] = offers
    .filter(({ rentalType, price, free }) => rentalType === '7-day' && price && free > 0)
    .toSorted((a, b) => b.free - a.free);
  if (!best?.price) return null;
  const check = { method: 'check', amount: best.price.dueNow, day, reference: '2041' };
  const booking = await staff.post<{ id: number }>('bookings', {
    ...customer,
    deliveryDate,
    rentalType: '7-day',
    dumpsterType: best.dumpsterType,
    notes: '',
    ...(material !== null && { material }),
    override: CALENDAR_REFUSALS,
    termsRead: true,
    payment: isPaid ? check : { method: 'later' },
  });
  if (isPaid) await staff.send('PATCH', `bookings/${booking.id}/status`, CONFIRMED);
  return booking.id;
}

const CONFIRMED = { status: 'confirmed', notifyCustomer: false };
