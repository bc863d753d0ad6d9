import { sql } from 'drizzle-orm';
import { type BookingRecord, RECORDS } from '#worker/booking-records/repo.ts';
import type { Db } from '#worker/db/client.ts';
import { type Page, readPage } from '#worker/lists/repo.ts';
import { findSearched } from '#worker/lists/words-repo.ts';
import type { PageRequest } from './repo.ts';

const SOURCE = {
  ...RECORDS,
  id: sql`b.id`,
  sorts: { deliveryDate: sql`b.delivery_date`, id: sql`b.id` },
  defaultSort: '-deliveryDate',
};
const WORDS = { pieces: sql`bookings_search`, beginnings: sql`bookings_words` };

/** One page of the bookings with an e-mail address, in any case. */
export function pageOfClientBookings(
  db: Db,
  { email, search = '', ...request }: PageRequest & { email: string; search?: string | undefined },
): Promise<Page<BookingRecord>> {
  // As the key is made (bookings.client_email).
  const key = sql`lower(trim(${email.trim()}))`;
  const where = [sql`b.client_email = ${key}`];
  const through = findSearched(WORDS, { text: search, numberColumn: 'number', addressColumn: 'address' });
  if (through) return readPage(db, SOURCE, { ...request, where, through, indexed: ['id'] });
  const total = sql`SELECT coalesce(max(total_bookings), 0) FROM clients WHERE email = ${key}`;
  return readPage(db, SOURCE, { ...request, where, indexed: ['deliveryDate'], total });
}
