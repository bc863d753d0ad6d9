import { type SQL, sql } from 'drizzle-orm';
import type { QueryOf } from '#contract/endpoint.ts';
import type { listBookings } from '#contract/staff-bookings.ts';
import { findSearchedDay } from '#domain/shared/day-search.ts';
import { type Day, startOfDay } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import type { Fields, SelectedRow } from '#worker/base/db/rows.ts';
import { computeInstants } from '#worker/base/lists/instants.ts';
import {
  type ListPage,
  type ListParams,
  MAX_COUNTED,
  type SearchIndex,
  type SqlListSource,
} from '#worker/base/lists/list-repo.ts';
import { readPage } from '#worker/base/lists/repo.ts';
import { findSearchIndex, mergeIndexes, type SearchTerm } from '#worker/base/lists/words-repo.ts';
import { type BookingRecord, RECORDS } from '#worker/rental/repo.ts';
import { countOfWork, isInWorkList } from './work-repo.ts';

export type BookingFilter = Omit<QueryOf<typeof listBookings>, 'sort' | 'limit' | 'cursor'> & {
  /** Only these bookings. */
  ids?: readonly number[] | undefined;
};
type PageRequest = Pick<ListParams, 'sort' | 'limit' | 'cursor' | 'isCounted'>;

const SOURCE = {
  ...RECORDS,
  id: sql`b.id`,
  sorts: {
    id: sql`b.id`,
    customer: sql`lower(b.last_name || ' ' || b.first_name)`,
    email: sql`coalesce(b.client_email, '')`,
    city: sql`lower(b.city)`,
    state: sql`b.state`,
    rentalType: sql`b.rental_type`,
    dumpsterType: sql`b.dumpster_type`,
    status: sql`b.status`,
    paymentStatus: sql`b.payment_status`,
    deliveryDate: sql`b.delivery_date`,
    createdAt: sql`b.created_at`,
    depositAmount: sql`b.deposit_amount`,
    // Bookings without a final price come first, as in the index.
    finalPrice: sql`coalesce(b.final_price, -1)`,
    endDate: sql`b.end_date`,
    balanceDue: sql`b.balance_due`,
  },
  numbers: ['createdAt', 'depositAmount', 'finalPrice', 'balanceDue'],
  defaultSort: '-id',
};
type Sort = keyof typeof SOURCE.sorts;

/** The sorts that have an index over the whole table. */
const INDEXED: readonly Sort[] = [
  'id',
  'customer',
  'state',
  'rentalType',
  'dumpsterType',
  'status',
  'paymentStatus',
  'deliveryDate',
  'createdAt',
  'depositAmount',
  'finalPrice',
  'endDate',
  'balanceDue',
];
const WORDS = { pieces: sql`bookings_search`, beginnings: sql`bookings_words`, phoneColumn: 'phone' };
const TOTAL = sql`SELECT value FROM totals WHERE name = 'bookings'`;

type BookingPageRequest = PageRequest & {
  filter: BookingFilter;
  /** Of the business. The `createdAt` filters are days in it. */
  timeZone: string;
  /** On the business's clock, for the filter `work` and for days without a year in the search. */
  today: Day;
  /** No rows of a work list with more than MAX_COUNTED. */
  isOnlyIfCounted?: boolean;
};

/** One page of the bookings. */
export function pageOfBookings(db: Db, request: BookingPageRequest): Promise<ListPage<BookingRecord>> {
  return readBookings(db, SOURCE, request);
}

/** Some fields of the first matches of a filter, in the order of the list. */
export async function fieldsOfMatches<F extends Fields>(
  db: Db,
  fields: F,
  request: Omit<BookingPageRequest, 'sort' | 'cursor' | 'isCounted'>,
): Promise<SelectedRow<F>[]> {
  const source = { ...SOURCE, from: sql`bookings b`, fields };
  return (await readBookings(db, source, { ...request, isCounted: false })).rows;
}

function readBookings<F extends Fields>(
  db: Db,
  source: SqlListSource<F>,
  { filter, timeZone, today, isOnlyIfCounted = false, ...request }: BookingPageRequest,
): Promise<ListPage<SelectedRow<F>>> {
  const searchIndex = findBookingSearchIndex(filter, today);
  const ranges = listRanges(filter, timeZone);
  const day = { today, sinceMs: startOfDay(today, timeZone) };
  const others = [
    ...memberships(filter),
    ...(filter.work ? [isInWorkList(filter.work, day)] : []),
    ...(filter.work && isOnlyIfCounted ? [sql`${countOfWork(filter.work, day)} <= ${MAX_COUNTED}`] : []),
    ...ranges.map(({ condition }) => condition),
  ];
  const where = [...equalities(filter), ...others];
  if (searchIndex) return readPage(db, source, { ...request, where, searchIndex, indexedSorts: ['id'] });
  if (where.length > 0) {
    const unindexed = hasIndexForAll(filter, ranges) ? null : equalities(filter, '+');
    const whereInOrder = unindexed ? [...unindexed, ...others] : undefined;
    return readPage(db, source, { ...request, where, whereInOrder, indexedSorts: ordersOf(filter, ranges) });
  }
  return readPage(db, source, { ...request, where, indexedSorts: INDEXED, storedTotal: TOTAL });
}

/** Words, and the deliveries and last rental days of a day that the search names. */
export function findBookingSearchIndex(filter: BookingFilter, today: Day): SearchIndex | undefined {
  const searched = findSearchedDay(filter.search ?? '', today);
  const byWords = (text: string | undefined) =>
    findSearchIndex(WORDS, {
      text,
      // 'Nov 29' is a day, which is not looked for within a word.
      onlyWords: searched?.rest === '',
      numberColumn: 'number',
      addressColumn: 'address',
      filters: listSearchTerms(filter),
      exactTerms: listExactBookingTerms(filter),
    });
  const found = byWords(filter.search);
  if (!found || !searched) return found;
  const ofDay = mergeIndexes(
    onDay(sql`delivery_date`, searched.day),
    sql`UNION`,
    onDay(sql`end_date`, searched.day),
  );
  const others = byWords(searched.rest);
  return mergeIndexes(found, sql`UNION`, others ? mergeIndexes(others, sql`INTERSECT`, ofDay) : ofDay);
}

/** An index of the column returns equal days in the order of id. */
function onDay(column: SQL, day: Day): SearchIndex {
  return { from: sql`bookings`, id: sql`id`, where: [sql`${column} = ${day}`] };
}

function listSearchTerms(filter: BookingFilter): SearchTerm[] {
  return [
    { column: 'customer', text: filter.customer ?? '' },
    { column: 'email', text: filter.email ?? '' },
    { column: 'phone', text: filter.phone ?? '' },
    { column: 'city', text: filter.city ?? '' },
  ];
}

/** Exact filters whose values are also words in the index (booking_words): 'Albany, NY 12207' for a state. */
function listExactBookingTerms({ status, rentalType, dumpsterType, state }: BookingFilter): SearchTerm[] {
  const terms = [status, rentalType, dumpsterType].filter((text) => text !== undefined);
  return [
    ...terms.map((text) => ({ column: 'terms', text })),
    ...(state ? [{ column: 'address', text: `, ${state} ` }] : []),
  ];
}

/** An index returns rows with equal values in the order of id, and a range in the order of its column. */
function ordersOf(filter: BookingFilter, ranges: Range[]): Sort[] {
  const range = ranges[0];
  if (range) return [range.sort];
  return filter.status && !filter.deliveryDate ? ['id', 'deliveryDate'] : ['id'];
}

const EXACT_COLUMNS = {
  id: sql`b.id`,
  state: sql`b.state`,
  rentalType: sql`b.rental_type`,
  dumpsterType: sql`b.dumpster_type`,
  status: sql`b.status`,
  paymentStatus: sql`b.payment_status`,
  deliveryDate: sql`b.delivery_date`,
  endDate: sql`b.end_date`,
  source: sql`b.source`,
};
type ExactFilter = Pick<BookingFilter, keyof typeof EXACT_COLUMNS>;

/** `prefix`: '+' keeps SQLite from reading the indexes of these columns. */
function equalities(filter: ExactFilter, prefix: '' | '+' = ''): SQL[] {
  return Object.entries(EXACT_COLUMNS).flatMap(([field, column]) => {
    const value = filter[field as keyof ExactFilter];
    return value === undefined ? [] : [sql`${sql.raw(prefix)}${column} = ${value}`];
  });
}

/** True without exact filters or without a range, and for a status with days of delivery, which have one index. */
function hasIndexForAll(filter: BookingFilter, ranges: readonly Range[]): boolean {
  const exact = Object.keys(EXACT_COLUMNS).filter(
    (field) => filter[field as keyof ExactFilter] !== undefined,
  );
  if (exact.length === 0 || ranges.length === 0) return true;
  return exact.join() === 'status' && ranges.every(({ sort }) => sort === 'deliveryDate');
}

function memberships({ needsAttention: reason, unit, ids }: BookingFilter): SQL[] {
  return [
    ...(reason === undefined
      ? []
      : [sql`b.id IN (SELECT booking_id FROM attention WHERE reason = ${reason})`]),
    ...(unit ? [hasUnit(unit)] : []),
    ...(ids ? [sql`b.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`] : []),
  ];
}

/** The bookings that hold or held a unit of the fleet, first or after an exchange. */
function hasUnit(number: string): SQL {
  return sql`b.id IN (
    SELECT s.booking_id FROM dumpsters d JOIN dumpster_schedule s ON s.dumpster_id = d.id
    WHERE lower(d.dumpster_number) = lower(${number}) AND d.deleted_at IS NULL AND s.booking_id IS NOT NULL)`;
}

type Range = { sort: Sort; condition: SQL };
type Bounds = { from: string | number | undefined; to: string | number | undefined };

function listRanges(filter: BookingFilter, timeZone: string): Range[] {
  const { createdAt, createdAtFrom, createdAtTo } = filter;
  const bounds: Partial<Record<Sort, Bounds>> = {
    deliveryDate: { from: filter.deliveryDateFrom, to: filter.deliveryDateTo },
    endDate: { from: filter.endDateFrom, to: filter.endDateTo },
    balanceDue: { from: filter.balanceDueFrom, to: filter.balanceDueTo },
    createdAt: computeInstants({ day: createdAt, from: createdAtFrom, to: createdAtTo }, timeZone),
    depositAmount: { from: filter.depositAmountFrom, to: filter.depositAmountTo },
    finalPrice: {
      from: filter.finalPriceFrom ?? (filter.finalPriceTo === undefined ? undefined : 0),
      to: filter.finalPriceTo,
    },
  };
  return Object.entries(bounds).flatMap(([name, { from, to }]) => {
    const sort = name as Sort;
    const column = SOURCE.sorts[sort];
    const tests = [
      ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
      ...(to === undefined ? [] : [sql`${column} <= ${to}`]),
    ];
    return tests.length === 0 ? [] : [{ sort, condition: sql.join(tests, sql` AND `) }];
  });
}
