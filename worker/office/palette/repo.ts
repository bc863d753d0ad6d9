import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Day } from '#domain/shared/days.ts';
import { limitTo, type RowsQuery } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { allOf } from '#worker/base/lists/list-repo.ts';
import { findBookingSearchIndex } from '#worker/bookings/list/repo.ts';

const b = alias(bookings, 'b');
const FIELDS = {
  id: b.id,
  firstName: b.firstName,
  lastName: b.lastName,
  phone: b.phone,
  address: b.address,
  city: b.city,
  deliveryDate: b.deliveryDate,
  status: b.status,
};
type FoundQuery = RowsQuery<typeof FIELDS>;

/** For a batch: the booking with a number; null finds none. */
export function bookingOfNumber(id: number | null): FoundQuery {
  return { fields: FIELDS, query: (columns) => sql`SELECT ${columns} FROM bookings b WHERE b.id = ${id}` };
}

/** For a batch: the latest bookings that the search of the list finds. */
export function bookingsFoundBy(search: string, { today, limit }: { today: Day; limit: number }): FoundQuery {
  const found = findBookingSearchIndex({ search }, today);
  // CROSS JOIN: as in the list, the index of words is read first, latest first.
  const latest = (columns: SQL, { from, id, where }: NonNullable<typeof found>) => sql`
    SELECT ${columns} FROM ${from} CROSS JOIN bookings b WHERE ${allOf([...where, sql`b.id = ${id}`])}
    ORDER BY ${id} DESC ${limitTo(limit)}`;
  return {
    fields: FIELDS,
    query: (columns) => (found ? latest(columns, found) : sql`SELECT ${columns} FROM bookings b WHERE 0`),
  };
}
