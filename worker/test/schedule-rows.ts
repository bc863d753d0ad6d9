import { insertRow, type Row } from './builders.ts';

let count = 0;

/** Puts a unit into the fleet; its id. */
export async function aUnit(dumpster_type = '15-yard', changes: Row = {}): Promise<number> {
  count += 1;
  await insertRow('dumpsters', count, { dumpster_type, ...changes });
  return count;
}

/** Takes days of a unit for a booking of its own. */
export async function book(dumpster_id: number, start_date: string, end_date = start_date) {
  count += 1;
  await insertRow('bookings', count);
  await insertRow('dumpster_schedule', count, { dumpster_id, start_date, end_date });
}

/** Takes days of a unit for an open checkout of its own. */
export async function hold(dumpster_id: number, start_date: string, end_date = start_date) {
  count += 1;
  const holder = { booking_id: null, checkout_id: `checkout-${count}`, revision: 1 };
  await insertRow('checkouts', count);
  await insertRow('dumpster_schedule', count, { dumpster_id, start_date, end_date, ...holder });
}
