import type { BookingPayments } from '#contract/payments.ts';
import { weekdayOf } from '#domain/shared/days.ts';
import type { Administrator } from '../../local/administrator.ts';
import { correctOverdueUnits, type DemoDriver, setUpDispatch } from '../dispatch.ts';
import { book, type Moment, type Past } from '../past.ts';
import { beginRoute, publishRouteOf } from '../route.ts';
import { mentionAdministrator } from './messages.ts';
import { DELIVERIES_AGE, exchangeOne, fillToday, fillTomorrow, markSomeDone } from './phone-orders.ts';
import { MOMENTS, planFirm } from './plan.ts';
import { publishFirm } from './publish.ts';
import { type Staff, signIn, staffAt } from './staff-session.ts';
import { type BookedRental, workOn } from './work.ts';

/** Plays two months of a firm with prices: customers book, staff do the work of each booking. */
export async function makeFirm(
  past: Past,
  admin: Administrator,
  keepDrivers: (drivers: DemoDriver[]) => void,
): Promise<void> {
  const plan = planFirm(past.today);
  const session = await signIn(await past.at(0), admin);
  const booked: BookedRental[] = [];
  let drivers: DemoDriver[] = [];
  for (const age of MOMENTS) {
    const moment = await past.at(age);
    const staff = staffAt(moment, session);
    if (age === MOMENTS[0]) {
      await publishFirm(staff, past.today);
      drivers = await setUpDispatch(staff, 'NY');
      keepDrivers(drivers);
    }
    // The office is closed on Sundays, but the work is up to date today.
    if (age === 0 || weekdayOf(moment.day) !== 0) {
      for (const rental of booked) await workOn(staff, moment.day, rental);
    }
    for (const { order, ...rest } of plan.filter(({ madeDaysAgo }) => madeDaysAgo === age)) {
      const id = await book(moment, order);
      if (id) booked.push({ id, order, ...rest });
    }
    await fillToday(staff, { age, today: past.today });
    if (age === DELIVERIES_AGE) await publishRouteOf(staff, { day: past.today, driver: drivers[0] });
  }
  const now = await past.at(0);
  const staff = staffAt(now, session);
  await exchangeOne(staff, past.today);
  await beginRoute(now, drivers[0], past.dayStartMs);
  await markSomeDone(staff, past.today);
  await fillTomorrow(staff, past.today);
  await correctOverdueUnits(staff);
  await disputeOne(now, staff, booked);
  await mentionAdministrator(now, admin, staff);
  // E-mails of the past are not sent again. Once the system runs, the catalog goes to the public page, and cards are saved.
  await past.database
    .prepare(
      "UPDATE outbox SET done_at = created_at WHERE done_at IS NULL AND kind NOT IN ('catalog-published', 'save-card')",
    )
    .run();
}

/** A customer disputes the balance of a rental that is over. The running system reads it from Stripe at its start. */
async function disputeOne(now: Moment, staff: Staff, booked: readonly BookedRental[]): Promise<void> {
  for (const { id, madeDaysAgo } of booked) {
    if (madeDaysAgo > MAX_DISPUTE_AGE) continue;
    const { payments } = await staff.get<BookingPayments>(`bookings/${id}/payments`);
    const balance = payments.find(
      ({ kind, paymentMethod }) => kind === 'balance' && paymentMethod === 'card',
    );
    if (balance) return now.dispute(balance.id);
  }
}

/** Days: a cardholder disputes a payment within weeks. */
const MAX_DISPUTE_AGE = 28;
