import { expect } from 'vitest';
import { rows } from '#worker/test/world.ts';
import { recountTax } from './revenue.ts';

/** Compares all tables that triggers maintain with results that are computed from the rows by simple queries. */
export async function expectExactSummaries(terms: {
  pieces: readonly string[];
  beginnings: readonly string[];
}) {
  expect(await rows(CLIENTS)).toEqual(await rows(CLIENTS_RECOUNTED));
  const totals = [...(await rows<Total>(TOTALS_RECOUNTED)), ...(await listTaxTotals())];
  expect(await rows('SELECT name, value FROM totals WHERE value <> 0 ORDER BY name')).toEqual(
    totals.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  );
  const bookings = (await rows<BookingRow>(BOOKINGS)).map(wordsOfBooking);
  const clients = (
    await rows<ClientRow>(
      "SELECT *, (SELECT group_concat(alias_key, ' ') FROM client_aliases WHERE client_key = clients.email) AS aliases FROM clients ORDER BY last_delivery_date, id",
    )
  ).map(wordsOfClient);
  const ledger = await rows<TransactionRow>('SELECT * FROM transactions ORDER BY place');
  expect(ledger.map(secondOfPlace)).toEqual(ledger.map(secondOf));
  const transactions = ledger.map(wordsOfTransaction);
  for (const [subject, documents] of [
    ['bookings', bookings],
    ['clients', clients],
    ['transactions', transactions],
  ] as const) {
    expect(await found(`${subject}_search`, terms.pieces.map(quoted))).toEqual(
      expected(documents, terms.pieces.map(quoted), (text, piece) => text.includes(piece)),
    );
    expect(await found(`${subject}_words`, terms.beginnings.map(asBeginning))).toEqual(
      expected(documents, terms.beginnings.map(asBeginning), (text, beginning) =>
        text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(beginning)),
      ),
    );
  }
}

type Total = { name: string; value: number };

async function listTaxTotals(): Promise<Total[]> {
  const tax = await recountTax();
  const totals = [
    { name: 'payments_succeeded_tax', value: tax.payments },
    { name: 'refunds_succeeded_tax', value: tax.refunds },
  ];
  return totals.filter(({ value }) => value !== 0);
}

const BOOKINGS = `SELECT bookings.*, dumpster_number FROM bookings
  LEFT JOIN dumpster_schedule ON booking_id = bookings.id LEFT JOIN dumpsters ON dumpsters.id = dumpster_schedule.dumpster_id
  ORDER BY bookings.id`;

const CLIENTS = `SELECT email, first_name, last_name, phone, city, state, total_bookings, first_delivery_date,
  last_delivery_date, last_booking_id FROM clients ORDER BY email`;

/** The digits of a phone number are not computed again: domain/shared/phone-numbers.test.ts. */
const BOOKINGS_OF_CLIENTS = `SELECT b.*, coalesce(a.client_key, k.own) AS client
  FROM bookings b JOIN (SELECT id, coalesce(nullif(lower(trim(email)), ''), contact_key) AS own FROM bookings) k ON k.id = b.id
  LEFT JOIN client_aliases a ON a.alias_key = k.own`;

const CLIENTS_RECOUNTED = `SELECT client AS email, first_name, last_name, phone, city, state,
    total AS total_bookings, first_day AS first_delivery_date, delivery_date AS last_delivery_date, id AS last_booking_id
  FROM (
    SELECT *, count(*) OVER (PARTITION BY client) AS total,
      min(delivery_date) OVER (PARTITION BY client) AS first_day,
      row_number() OVER (PARTITION BY client ORDER BY delivery_date DESC, id DESC) AS place
    FROM (${BOOKINGS_OF_CLIENTS}) WHERE client IS NOT NULL)
  WHERE place = 1 ORDER BY email`;

const TOTALS_RECOUNTED = `
  WITH recounted(name, value) AS (
    SELECT 'bookings', count(*) FROM bookings
    UNION ALL SELECT 'bookings_' || status, count(*) FROM bookings GROUP BY status
    UNION ALL SELECT * FROM (
      SELECT 'clients', count(DISTINCT client) FROM (${BOOKINGS_OF_CLIENTS})
      UNION ALL SELECT 'transactions', count(*) FROM transactions
      UNION ALL SELECT type || 's_succeeded', count(*) FROM transactions WHERE status = 'succeeded' GROUP BY type)
    UNION ALL SELECT * FROM (
      SELECT type || 's_succeeded_amount', sum(amount) FROM transactions WHERE status = 'succeeded' GROUP BY type
      UNION ALL SELECT 'awaiting_amount', sum(amount) FROM transactions
        WHERE (type, status) IN (VALUES ('payment', 'processing'), ('payment', 'requires_action'), ('refund', 'pending'))
      UNION ALL SELECT 'reconciliation_issues', count(*) FROM reconciliation_issues))
  SELECT name, value FROM recounted WHERE value <> 0 ORDER BY name`;

type BookingRow = Record<string, string | null> & { id: number };
type ClientRow = Record<string, string> & { id: number };
type TransactionRow = Record<string, string | null> & { created_at: number; place: number };
type Document = { id: number; texts: string[] };

function wordsOfBooking(row: BookingRow): Document {
  const place = `${row.address}, ${row.city}, ${row.state} ${row.zip}`;
  const terms = [
    row.rental_type,
    row.dumpster_type,
    row.status,
    row.status?.replace('_', ' '),
    row.dumpster_number,
  ];
  const texts = [String(row.id), person(row), row.email, ...phones(row), place, row.notes, ...terms];
  return { id: row.id, texts: texts.map((text) => plain(text ?? '')) };
}

function wordsOfClient(row: ClientRow): Document {
  const texts = [person(row), `${row.email} ${row.aliases ?? ''}`, ...phones(row), row.city];
  // In the order of the clients list.
  const place = Number(row.last_delivery_date?.replaceAll('-', '')) * 1e8 + row.id;
  return { id: place, texts: texts.map((text) => plain(text ?? '')) };
}

/** Divides as SQLite does: some rows of the tests are dated before 1970. */
const secondOf = (row: TransactionRow) => Math.max(0, Math.trunc(row.created_at / 1000));
const secondOfPlace = ({ place }: TransactionRow) => Math.floor(place / 1_000_000);

function wordsOfTransaction(row: TransactionRow): Document {
  const { type, status, place } = row;
  const refunded = type === 'refund' && status === 'succeeded' ? 'refunded' : '';
  const terms = `${type} ${status} ${status?.replaceAll('_', ' ')} ${refunded}`;
  const texts = [row.id, row.booking_id, row.receipt_email, row.reason, terms];
  return { id: place, texts: texts.map((text) => plain(String(text ?? ''))) };
}

const person = (row: Record<string, string | number | null>) => `${row.first_name} ${row.last_name}`;
const phones = ({ phone }: Record<string, string | number | null>) => [
  String(phone),
  String(phone).replace(/\D/g, ''),
];
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

type Term = { text: string; match: string };
const quoted = (text: string): Term => ({ text, match: `"${text}"` });
const asBeginning = (text: string): Term => ({ text, match: `"${text}" *` });

async function found(index: string, terms: Term[]): Promise<Record<string, number[]>> {
  const matches = await rows<{ match: string; id: number }>(
    `SELECT term.value AS match, i.rowid AS id FROM json_each(?) term JOIN ${index} i ON ${index} MATCH term.value ORDER BY 1, 2`,
    JSON.stringify(terms.map(({ match }) => match)),
  );
  return Object.fromEntries(
    terms.map(({ text, match }) => [text, matches.filter((one) => one.match === match).map(({ id }) => id)]),
  );
}

function expected(
  documents: Document[],
  terms: Term[],
  matches: (text: string, term: string) => boolean,
): Record<string, number[]> {
  const idsOf = (term: string) =>
    documents.filter(({ texts }) => texts.some((text) => matches(text, plain(term)))).map(({ id }) => id);
  return Object.fromEntries(terms.map(({ text }) => [text, idsOf(text)]));
}
