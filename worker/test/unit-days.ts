import { insertRow } from './builders.ts';
import type { Row } from './sample-rows.ts';
import { inDays } from './world.ts';

/** Unit 1 with bookings, each with its first and last day (counted from today). */
export async function insertUnitWithBookings(
  bookings: [bookingId: number, from: number, to: number][],
  changes = {},
) {
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

/** A hold on unit 1, with its first and last day (counted from today). */
export async function insertHold(from: number, to: number) {
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

let count = 0;

/** Returns the id of the unit. */
export async function insertUnit(dumpster_type = '15-yard', changes: Row = {}): Promise<number> {
  count += 1;
  await insertRow('dumpsters', count, { dumpster_type, ...changes });
  return count;
}

/** Reserves days of a unit for a new booking. */
export async function insertBookedDays(dumpster_id: number, start_date: string, end_date = start_date) {
  count += 1;
  await insertRow('bookings', count);
  await insertRow('dumpster_schedule', count, { dumpster_id, start_date, end_date });
}

/** Reserves days of a unit for a new open checkout. */
export async function insertHeldDays(dumpster_id: number, start_date: string, end_date = start_date) {
  count += 1;
  const holder = { booking_id: null, checkout_id: `checkout-${count}`, revision: 1 };
  await insertRow('checkouts', count);
  await insertRow('dumpster_schedule', count, { dumpster_id, start_date, end_date, ...holder });
}
