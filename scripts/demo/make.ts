import { isOver } from '#domain/rental/bookings.ts';
import type { Administrator } from '../local/administrator.ts';
import type { Database } from '../local/migrate.ts';
import type { Demo } from '../local/settings.ts';
import { type DemoDriver, setUpDispatch } from './dispatch.ts';
import { makeFirm } from './firm/make.ts';
import { markPastDone } from './firm/phone-orders.ts';
import { MOMENTS } from './firm/plan.ts';
import { signIn, staffAt } from './firm/staff-session.ts';
import { book, type Past, type PastOptions, withPast } from './past.ts';
import { type DemoBooking, MADE_DAYS_AGO, planBookings } from './plan.ts';
import { publishRouteOf } from './route.ts';

export type DemoOptions = PastOptions & {
  demo: Exclude<Demo, 'none'>;
  /** Before the first booking: the tables and the fleet. */
  prepare(database: Database): Promise<void>;
  /** The administrator who does the work of staff. */
  administrator(database: Database): Promise<Administrator>;
  /** Keeps the sign-ins of the drivers, which the system shows at each start. */
  keepDrivers(drivers: DemoDriver[]): void;
};

/**
 * Makes months of the past as customers and staff would have: by the Worker's own calls and the emulator, with the
 * clocks of both set back, so that bookings, ledger and payments agree to the second.
 */
export async function makeDemo(options: DemoOptions): Promise<void> {
  const ages = options.demo === 'firm' ? MOMENTS : [...MADE_DAYS_AGO, ROUTE_AGE, 0];
  await withPast(options, ages, async (past) => {
    const { database } = past;
    await options.prepare(database);
    // An earlier run may have been interrupted; too few bookings are better than duplicates.
    if (await database.prepare('SELECT 1 FROM bookings LIMIT 1').first()) return;
    const administrator = await options.administrator(database);
    if (options.demo === 'firm') return makeFirm(past, administrator, options.keepDrivers);
    await makeSmall(past, administrator, options.keepDrivers);
  });
}

/** Days before today: a dispatcher publishes the route of today the day before. */
const ROUTE_AGE = 1;

async function makeSmall(past: Past, administrator: Administrator, keep: DemoOptions['keepDrivers']) {
  const { database, today } = past;
  const session = await signIn(await past.at(0), administrator);
  const drivers = await setUpDispatch(staffAt(await past.at(MADE_DAYS_AGO[0] ?? 0), session), 'PA');
  keep(drivers);
  for (const booking of planBookings(today)) {
    const id = await book(await past.at(booking.madeDaysAgo), orderOf(booking));
    if (id) await handle(database, id, booking);
  }
  const staff = staffAt(await past.at(ROUTE_AGE), session);
  await markPastDone(staff);
  await publishRouteOf(staff, { day: today, driver: drivers[0] });
  // E-mails of the past are not sent again. Cards are saved once the system runs.
  await database
    .prepare("UPDATE outbox SET done_at = created_at WHERE done_at IS NULL AND kind <> 'save-card'")
    .run();
}

function orderOf({ madeDaysAgo: _, status: __, finalPrice: ___, ...order }: DemoBooking) {
  return order;
}

/** Acts as staff: sets the current state. */
async function handle(database: Database, id: number, { status, finalPrice }: DemoBooking): Promise<void> {
  await database
    .prepare(
      `UPDATE bookings SET status = ?, final_price = ?,
         payment_status = CASE WHEN deposit_amount >= ? THEN 'fully_paid' ELSE payment_status END
       WHERE id = ?`,
    )
    .bind(status, finalPrice, finalPrice, id)
    .run();
  if (!isOver(status)) return;
  const job = status === 'cancelled' ? 'cancelled' : 'done';
  await database
    .prepare('UPDATE jobs SET status = ?, version = version + 1 WHERE booking_id = ?')
    .bind(job, id)
    .run();
}
