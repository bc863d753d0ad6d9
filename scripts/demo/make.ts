import type { Administrator } from '../local/administrator.ts';
import type { Database } from '../local/migrate.ts';
import type { Demo } from '../local/settings.ts';
import { setUpDispatch } from './dispatch.ts';
import { makeFirm } from './firm/make.ts';
import { MOMENTS } from './firm/plan.ts';
import { signIn, staffAt } from './firm/staff-session.ts';
import { book, type PastOptions, withPast } from './past.ts';
import { type DemoBooking, MADE_DAYS_AGO, planBookings } from './plan.ts';

export type DemoOptions = PastOptions & {
  demo: Exclude<Demo, 'none'>;
  /** Before the first booking: the tables and the fleet. */
  prepare(database: Database): Promise<void>;
  /** The administrator who does the work of staff. */
  administrator(database: Database): Promise<Administrator>;
};

/**
 * Makes months of the past as customers and staff would have: by the Worker's own calls and the emulator, with the
 * clocks of both set back, so that bookings, ledger and payments agree to the second.
 */
export async function makeDemo(options: DemoOptions): Promise<void> {
  const ages = options.demo === 'firm' ? MOMENTS : MADE_DAYS_AGO;
  await withPast(options, ages, async (past) => {
    const { database, today } = past;
    await options.prepare(database);
    // An earlier run may have been interrupted; too few bookings are better than duplicates.
    if (await database.prepare('SELECT 1 FROM bookings LIMIT 1').first()) return;
    const administrator = await options.administrator(database);
    if (options.demo === 'firm') return makeFirm(past, administrator);
    const session = await signIn(await past.at(0), administrator);
    await setUpDispatch(staffAt(await past.at(ages[0] ?? 0), session));
    for (const booking of planBookings(today)) {
      const id = await book(await past.at(booking.madeDaysAgo), orderOf(booking));
      if (id) await handle(database, id, booking);
    }
  });
}

function orderOf({ madeDaysAgo: _, status: __, finalPrice: ___, ...order }: DemoBooking) {
  return order;
}

/** Acts as staff: sets the current state. Its e-mails were sent in the past, so not to this mailbox. */
async function handle(database: Database, id: number, { status, finalPrice }: DemoBooking): Promise<void> {
  await database
    .prepare(
      `UPDATE bookings SET status = ?, final_price = ?,
         payment_status = CASE WHEN deposit_amount >= ? THEN 'fully_paid' ELSE payment_status END
       WHERE id = ?`,
    )
    .bind(status, finalPrice, finalPrice, id)
    .run();
  await database.prepare('UPDATE outbox SET done_at = created_at WHERE booking_id = ?').bind(id).run();
}
