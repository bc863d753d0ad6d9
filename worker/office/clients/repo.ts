import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { listClients } from '#contract/clients.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Day } from '#domain/shared/days.ts';
import { phoneKey } from '#domain/shared/phone-numbers.ts';
import type { Db } from '#worker/base/db/client.ts';
import { limitTo, type RowsQuery, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { clients } from '#worker/base/db/schema/summaries.ts';
import { allOf, type ListPage, type ListParams, type SearchIndex } from '#worker/base/lists/list-repo.ts';
import { readPage } from '#worker/base/lists/repo.ts';
import { findSearchIndex } from '#worker/base/lists/words-repo.ts';
import { type BookingRecord, RECORDS } from '#worker/rental/repo.ts';

export type ClientFilter = Omit<QueryOf<typeof listClients>, 'sort' | 'limit' | 'cursor'>;
export type PageRequest = Pick<ListParams, 'sort' | 'limit' | 'cursor' | 'isCounted'>;

const c = alias(clients, 'c');
const b = alias(bookings, 'b');
/** The columns of `b` are never null: every client has a last booking. */
const CLIENT_FIELDS = {
  /** An e-mail address, or the digits of a phone number. */
  key: c.email,
  /** Of the latest booking; null without one. */
  lastEmail: b.clientEmail,
  firstName: c.firstName,
  lastName: c.lastName,
  phone: c.phone,
  address: b.address,
  city: c.city,
  state: c.state,
  zip: b.zip,
  totalBookings: c.totalBookings,
  firstBookingDate: c.firstDeliveryDate,
  lastId: c.lastBookingId,
  lastDeliveryDate: c.lastDeliveryDate,
  rentalType: b.rentalType,
  dumpsterType: b.dumpsterType,
  materialId: b.materialId,
  rateCardId: b.rateCardId,
  lastStatus: b.status,
};

const PAST_COLUMNS = [
  'id',
  'deliveryDate',
  'rentalType',
  'dumpsterType',
  'materialId',
  'rateCardId',
] as const;
/** The terms of a booking, for its label. */
type PastBooking = Pick<typeof bookings.$inferSelect, (typeof PAST_COLUMNS)[number]>;

/**
 * With `past`: the latest booking whose delivery day is not after today, of a client whose latest booking is later; null
 * for others, and without one.
 */
const clientFields = (today: Day) => ({
  ...CLIENT_FIELDS,
  past: sql<PastBooking | null>`CASE WHEN c.last_delivery_date > ${today} THEN (
    SELECT json_object(${sql.join(
      PAST_COLUMNS.map((name) => sql`${name}, ${sql.identifier(bookings[name].name)}`),
      sql`, `,
    )})
    FROM bookings WHERE client_key = c.email AND delivery_date <= ${today}
    ORDER BY delivery_date DESC, id DESC LIMIT 1) END`.mapWith((text: string) => JSON.parse(text)),
});
type ClientFields = ReturnType<typeof clientFields>;
export type ClientRecord = SelectedRow<ClientFields>;

const SOURCE = {
  // A LEFT JOIN, so that a count does not read the bookings.
  from: sql`clients c LEFT JOIN bookings b ON b.id = c.last_booking_id`,
  id: sql`c.id`,
  sorts: {
    lastBooking: sql`c.last_delivery_date`,
    name: sql`lower(c.last_name || ' ' || c.first_name)`,
    city: sql`lower(c.city)`,
    state: sql`c.state`,
    totalBookings: sql`c.total_bookings`,
  },
  numbers: ['totalBookings'],
  defaultSort: '-lastBooking',
};
type Sort = keyof typeof SOURCE.sorts;

/** The sorts that have an index over the whole table. */
const INDEXED: readonly Sort[] = ['lastBooking', 'name', 'city', 'totalBookings'];
const WORDS = { pieces: sql`clients_search`, beginnings: sql`clients_words`, phoneColumn: 'phone' };
const TOTAL = sql`SELECT value FROM totals WHERE name = 'clients'`;

/** One page of the clients. */
export function pageOfClients(
  db: Db,
  { filter, today, ...request }: PageRequest & { filter: ClientFilter; today: Day },
): Promise<ListPage<ClientRecord>> {
  const source = { ...SOURCE, fields: clientFields(today) };
  const searchIndex = inListOrder(
    findSearchIndex(WORDS, {
      text: filter.search,
      filters: [
        { column: 'last_name', text: filter.lastName ?? '' },
        { column: 'city', text: filter.city ?? '' },
      ],
    }),
  );
  const least = leastBookings(filter.minBookings ?? 1);
  const where = [
    ...(filter.state ? [sql`c.state = ${filter.state}`] : []),
    ...(least ? [least.condition] : []),
  ];
  if (searchIndex)
    return readPage(db, source, { ...request, where, searchIndex, indexedSorts: ['lastBooking'] });
  if (where.length > 0)
    return readPage(db, source, { ...request, where, indexedSorts: [least?.order ?? 'lastBooking'] });
  return readPage(db, source, { ...request, where, indexedSorts: INDEXED, storedTotal: TOTAL });
}

/** The source of the clients that a search finds; undefined without words. */
export function searchIndexOfClients(search: string): SearchIndex | undefined {
  return findSearchIndex(WORDS, { text: search });
}

/** For a batch: the clients that a search finds, those with the latest bookings first. */
export function clientsFoundBy(
  search: string,
  { limit, today }: { limit: number; today: Day },
): RowsQuery<ClientFields> {
  const found = searchIndexOfClients(search);
  const latest = (columns: SQL, { from, id, where }: SearchIndex) => sql`
    SELECT ${columns} FROM ${from} CROSS JOIN ${SOURCE.from}
    WHERE ${allOf([...where, sql`c.id = ${clientIdAt(id)}`])} ORDER BY ${id} DESC ${limitTo(limit)}`;
  return {
    fields: clientFields(today),
    query: (columns) => (found ? latest(columns, found) : sql`SELECT ${columns} FROM ${SOURCE.from} WHERE 0`),
  };
}

/**
 * The index numbers clients in the order of the list; the last digits are the client's own id (migrations,
 * client_words).
 */
function inListOrder(searchIndex: SearchIndex | undefined): SearchIndex | undefined {
  if (!searchIndex) return undefined;
  const place = searchIndex.id;
  return { ...searchIndex, id: clientIdAt(place), order: { sort: 'lastBooking', column: place } };
}

const clientIdAt = (place: SQL) => sql`${place} % 100000000`;

/** Each choice has a partial index, which SQLite uses only for exactly this condition. */
const CHOICES = new Map<number, SQL>([
  [2, sql`c.total_bookings >= 2`],
  [3, sql`c.total_bookings >= 3`],
  [5, sql`c.total_bookings >= 5`],
  [10, sql`c.total_bookings >= 10`],
]);

/**
 * Null for 1 or less: every client has a booking. Numbers without their own index use the index of the column, in its
 * order.
 */
function leastBookings(count: number): { condition: SQL; order: Sort } | null {
  if (count <= 1) return null;
  const choice = CHOICES.get(count);
  if (choice) return { condition: choice, order: 'lastBooking' };
  return { condition: sql`c.total_bookings >= ${count}`, order: 'totalBookings' };
}

/** The latest bookings in which a client is looked for. */
const MAX_PLACED = 200;
const PLACE_FIELDS = {
  clientKey: sql<string>`b.client_key`,
  address: b.address,
  city: b.city,
  state: b.state,
  zip: b.zip,
};

/** For a batch: clients with the address of each booking whose customer or address a search finds, the latest first. */
export function placesFoundBy(search: string): RowsQuery<typeof PLACE_FIELDS> {
  const index = { ...BOOKING_WORDS, columns: '{customer email phone address city}' };
  const found = findSearchIndex(index, { text: search });
  const latest = (columns: SQL, { from, id, where }: SearchIndex) => sql`
    SELECT ${columns} FROM ${from} CROSS JOIN bookings b
    WHERE ${allOf([...where, sql`b.id = ${id}`])} AND b.client_key IS NOT NULL ORDER BY ${id} DESC ${limitTo(MAX_PLACED)}`;
  return {
    fields: PLACE_FIELDS,
    query: (columns) => (found ? latest(columns, found) : sql`SELECT ${columns} FROM bookings b WHERE 0`),
  };
}

/** The clients of keys that none is merged into. */
export function listClientsOfKeys(
  db: Db,
  { keys, today }: { keys: readonly string[]; today: Day },
): Promise<ClientRecord[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return readRows(
    db,
    clientFields(today),
    (columns) =>
      sql`SELECT ${columns} FROM ${SOURCE.from} WHERE c.email IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
  );
}

/** The client of any of its keys; null for an unknown key. */
export async function findClientRecord(
  db: Db,
  { key, today }: { key: string; today: Day },
): Promise<ClientRecord | null> {
  const [row] = await readRows(
    db,
    clientFields(today),
    (columns) => sql`SELECT ${columns} FROM ${SOURCE.from} WHERE c.email = ${clientKeyOf(key)}`,
  );
  return row ?? null;
}

/** The key of a client by any of its keys as typed: an e-mail address in any case, or a phone number. */
export function clientKeyOf(typed: string): SQL {
  const key = contactKeyOf(typed);
  return sql`coalesce((SELECT client_key FROM client_aliases WHERE alias_key = ${key}), ${key})`;
}

/** As bookings.contact_key: SQLite's lower() changes only A to Z. */
export function contactKeyOf(typed: string): SQL {
  return typed.includes('@') ? sql`lower(${typed.trim()})` : sql`${phoneKey(typed)}`;
}

const BOOKING_SOURCE = {
  ...RECORDS,
  id: sql`b.id`,
  sorts: { deliveryDate: sql`b.delivery_date`, id: sql`b.id` },
  defaultSort: '-deliveryDate',
};
const BOOKING_WORDS = { pieces: sql`bookings_search`, beginnings: sql`bookings_words`, phoneColumn: 'phone' };

/** One page of the bookings of a client, by any of its keys. */
export function pageOfClientBookings(
  db: Db,
  { key: given, search = '', ...request }: PageRequest & { key: string; search?: string | undefined },
): Promise<ListPage<BookingRecord>> {
  const key = clientKeyOf(given);
  const where = [sql`b.client_key = ${key}`];
  const searchIndex = findSearchIndex(BOOKING_WORDS, {
    text: search,
    numberColumn: 'number',
    addressColumn: 'address',
  });
  if (searchIndex)
    return readPage(db, BOOKING_SOURCE, { ...request, where, searchIndex, indexedSorts: ['id'] });
  const total = sql`SELECT coalesce(max(total_bookings), 0) FROM clients WHERE email = ${key}`;
  return readPage(db, BOOKING_SOURCE, {
    ...request,
    where,
    indexedSorts: ['deliveryDate'],
    storedTotal: total,
  });
}
