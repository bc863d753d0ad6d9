import { insertRow } from './builders.ts';
import { inDays } from './world.ts';

/** A unit of the fleet, and the bookings that have it, each from one day to another (counted from today). */
export async function unitWith(bookings: [bookingId: number, from: number, to: number][], changes = {}) {
  await insertRow('dumpsters', 1, changes);
  for (const [n, from, to] of bookings) {
    await insertRow('bookings', n);
    await insertRow('dumpster_schedule', n, {
      dumpster_id: 1,
      start_date: inDays(from),
      end_date: inDays(to),
    });
  }
}

/** A customer who is paying for the unit. */
export async function hold(from: number, to: number) {
  await insertRow('checkouts', 1);
  await insertRow('checkout_revisions', 1);
  await insertRow('dumpster_schedule', 99, {
    dumpster_id: 1,
    booking_id: null,
    checkout_id: 'checkout-1',
    revision: 1,
    start_date: inDays(from),
    end_date: inDays(to),
  });
}
