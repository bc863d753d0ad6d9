/** Tables that triggers fill, besides the search indexes. REBUILD_STATEMENTS computes them from the other tables. */
export const SUMMARY_TABLES: readonly string[] = ['clients', 'totals'];

const CLIENT_KEY = `coalesce((SELECT a.client_key FROM client_aliases a WHERE a.alias_key = bookings.contact_key), contact_key)`;

/**
 * Rebuilds all tables and columns that triggers maintain: the clients of bookings, the positions of transactions, totals and search
 * indexes. Run in one batch, in this order. Works with and without the triggers, and for any earlier content of the
 * tables.
 */
export const REBUILD_STATEMENTS: readonly string[] = [
  // First: with triggers it changes the clients, which are then computed again.
  `UPDATE bookings SET client_key = ${CLIENT_KEY} WHERE client_key IS NOT ${CLIENT_KEY}`,
  cleared('clients_search'),
  cleared('clients_words'),
  'DELETE FROM clients',
  `INSERT INTO clients (email, first_name, last_name, phone, city, state, total_bookings,
     first_delivery_date, last_delivery_date, last_booking_id)
   SELECT b.client_key, b.first_name, b.last_name, b.phone, b.city, b.state, grouped.total,
     grouped.first_day, b.delivery_date, b.id
   FROM (
     SELECT client_key, count(*) AS total, min(delivery_date) AS first_day
     FROM bookings WHERE client_key IS NOT NULL GROUP BY client_key) grouped
   JOIN bookings b ON b.id = (
     SELECT id FROM bookings WHERE client_key = grouped.client_key ORDER BY delivery_date DESC, id DESC LIMIT 1)`,
  // Cleared again: the triggers on clients have just inserted rows.
  ...refilled('clients', 'place', 'last_name, customer, email, phone, city'),
  ...refilled('bookings', 'id', 'number, customer, email, phone, address, city, notes, terms'),
  // Cleared before and after: positions change, and the trigger inserts rows.
  cleared('transactions_search'),
  cleared('transactions_words'),
  'UPDATE transactions SET place = NULL',
  `UPDATE transactions SET place = numbered.place
   FROM (
     SELECT id, created_at / 1000 * 1000000
       + row_number() OVER (PARTITION BY created_at / 1000 ORDER BY created_at, rowid) - 1 AS place
     FROM transactions) AS numbered
   WHERE transactions.id = numbered.id`,
  ...refilled('transactions', 'place', 'id, booking, email, reason, terms'),
  'DELETE FROM totals',
  `INSERT INTO totals (name, value)
   SELECT name, sum(value) FROM (
     SELECT name, value FROM booking_totals UNION ALL SELECT name, value FROM transaction_totals
     UNION ALL SELECT name, value FROM booking_tax_totals
     UNION ALL SELECT * FROM (
       SELECT 'clients', 1 FROM clients
       UNION ALL SELECT 'reconciliation_issues', 1 FROM reconciliation_issues))
   GROUP BY name`,
];

/** Refills both indexes of a list. `number`: the column of its view that is the rowid in the indexes. */
function refilled(
  subject: 'bookings' | 'clients' | 'transactions',
  number: string,
  columns: string,
): string[] {
  const view = `${subject.slice(0, -1)}_words`;
  return [`${subject}_search`, `${subject}_words`].flatMap((index) => [
    cleared(index),
    `INSERT INTO ${index} (rowid, ${columns}) SELECT ${number}, ${columns} FROM ${view}`,
  ]);
}

function cleared(index: string): string {
  return `INSERT INTO ${index} (${index}) VALUES ('delete-all')`;
}

/** Each total and the number of indexed rows, as name and value, to compare before and after. */
export const FIGURES_QUERY = `
  SELECT name, value FROM totals
  UNION ALL SELECT 'client rows', count(*) FROM clients
  UNION ALL SELECT * FROM (
    SELECT 'bookings in search', count(*) FROM bookings_search_docsize
    UNION ALL SELECT 'bookings in words', count(*) FROM bookings_words_docsize
    UNION ALL SELECT 'clients in search', count(*) FROM clients_search_docsize
    UNION ALL SELECT 'clients in words', count(*) FROM clients_words_docsize)
  UNION ALL SELECT * FROM (
    SELECT 'transactions in search', count(*) FROM transactions_search_docsize
    UNION ALL SELECT 'transactions in words', count(*) FROM transactions_words_docsize)
  ORDER BY name`;
