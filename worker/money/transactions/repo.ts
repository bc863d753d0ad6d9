import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { QueryOf } from '#contract/endpoint.ts';
import type { listTransactions, Transaction, TransactionSummary } from '#contract/transactions.ts';
import { UNANSWERED_DISPUTE_STATUSES } from '#domain/money/disputes.ts';
import { isRecordedId } from '#domain/money/recorded.ts';
import type { TransactionWork } from '#domain/rental/work-lists.ts';
import { isoInstant } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { limitTo, readRows } from '#worker/base/db/rows.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';
import { nameOf } from '#worker/base/history/repo.ts';
import { computeInstants } from '#worker/base/lists/instants.ts';
import {
  type ListPage,
  type ListParams,
  MAX_COUNTED,
  type SearchIndex,
} from '#worker/base/lists/list-repo.ts';
import { readPage } from '#worker/base/lists/repo.ts';
import { findSearchIndex, type SearchTerm } from '#worker/base/lists/words-repo.ts';

export type LedgerRow = typeof transactions.$inferSelect;

export async function findTransaction(db: Db, id: string): Promise<LedgerRow | null> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, id));
  return row ?? null;
}

/** The payment whose card a booking has on file. */
export async function findDeposit(db: Db, bookingId: number): Promise<LedgerRow | null> {
  const intentId = sql`(SELECT stripe_payment_intent_id FROM bookings WHERE id = ${bookingId})`;
  const [row] = await db.select().from(transactions).where(eq(transactions.id, intentId));
  return row ?? null;
}

const RECORDED_FIELDS = {
  paymentDay: transactions.paymentDay,
  reference: transactions.reference,
  recordedBy: sql<string | null>`CASE WHEN recorded_by IS NOT NULL THEN ${nameOf(sql`recorded_by`)} END`,
  voidedAt: transactions.voidedAt,
  voidedBy: sql<string | null>`CASE WHEN voided_by IS NOT NULL THEN ${nameOf(sql`voided_by`)} END`,
  voidReason: transactions.voidReason,
};

/** What staff recorded of a payment or refund outside Stripe; null for those of Stripe. */
export async function findRecordedFacts(db: Db, id: string): Promise<Transaction['recorded']> {
  if (!isRecordedId(id)) return null;
  const [row] = await db.select(RECORDED_FIELDS).from(transactions).where(eq(transactions.id, id));
  return row ? { ...row, voidedAt: isoInstant(row.voidedAt) } : null;
}

/** The same in one column of a list. */
const RECORDED = sql`CASE WHEN t.payment_day IS NOT NULL THEN json_object(
  'paymentDay', t.payment_day, 'reference', t.reference, 'recordedBy', ${nameOf(sql`t.recorded_by`)},
  'voidedAt', t.voided_at,
  'voidedBy', CASE WHEN t.voided_by IS NOT NULL THEN ${nameOf(sql`t.voided_by`)} END,
  'voidReason', t.void_reason) END`.mapWith((json: string): Transaction['recorded'] => {
  const facts = JSON.parse(json) as NonNullable<Transaction['recorded']> & { voidedAt: number | null };
  return { ...facts, voidedAt: isoInstant(facts.voidedAt) };
});

const CARD = '$.latest_charge.payment_method_details.card';
const cardField = (name: 'brand' | 'last4') => sql<string | null>`snapshot ->> ${`${CARD}.${name}`}`;

/** Every payment, refund and lost dispute of a booking, newest first. Amounts in cents. */
export function listBookingTransactions(db: Db, bookingId: number) {
  return db
    .select({
      id: transactions.id,
      type: transactions.type,
      kind: transactions.kind,
      status: transactions.status,
      amount: transactions.amount,
      createdAt: transactions.createdAt,
      paymentMethod: transactions.paymentMethod,
      brand: cardField('brand'),
      last4: cardField('last4'),
      reason: transactions.reason,
      ...RECORDED_FIELDS,
    })
    .from(transactions)
    .where(eq(transactions.bookingId, bookingId))
    .orderBy(desc(transactions.place));
}

/** With the name in the text: a list of columns without parameters is written once (worker/base/db/rows.ts). */
const kept = (name: string) =>
  sql`coalesce((SELECT value FROM totals WHERE name = ${sql.raw(`'${name}'`)}), 0)`;

/**
 * The stored counts and sums of the whole ledger. Triggers keep them; a missing one is 0. A subquery, so that SQLite
 * reads them once for all rows of a page.
 */
const SUMMARY = sql<string>`(SELECT json_object(
  'total', ${kept('payments_succeeded_amount')} - ${kept('payments_succeeded_tax')},
  'totalTax', ${kept('payments_succeeded_tax')}, 'count', ${kept('payments_succeeded')},
  'refunded', ${kept('refunds_succeeded_amount')} - ${kept('refunds_succeeded_tax')},
  'refundedTax', ${kept('refunds_succeeded_tax')}, 'refundCount', ${kept('refunds_succeeded')},
  'pending', ${kept('awaiting_amount')}))`;
const parseSummary = (json: string) => JSON.parse(json) as TransactionSummary;

async function readSummary(db: Db): Promise<TransactionSummary> {
  const [row] = await readRows(db, { summary: SUMMARY }, (columns) => sql`SELECT ${columns}`);
  if (!row) throw new Error('The totals could not be read');
  return parseSummary(row.summary);
}

type TransactionFilter = Omit<QueryOf<typeof listTransactions>, 'sort' | 'limit' | 'cursor'>;
type PageRequest = Pick<ListParams, 'sort' | 'limit' | 'cursor' | 'isCounted'>;
/** The position of a row. There are a million positions per second, so positions are in the order of time. */
const PLACE = sql`t.place`;
const PLACES_A_SECOND = 1_000_000;

const t = alias(transactions, 't');
const SOURCE = {
  from: sql`transactions t`,
  fields: {
    id: t.id,
    type: t.type,
    amount: t.amount,
    currency: t.currency,
    status: t.status,
    /** In seconds. */
    created: sql<number>`t.created_at / 1000`,
    bookingId: t.bookingId,
    customer: sql<
      string | null
    >`(SELECT first_name || ' ' || last_name FROM bookings WHERE id = t.booking_id)`,
    receiptEmail: t.receiptEmail,
    reason: t.reason,
    paymentMethod: t.paymentMethod,
    recorded: RECORDED,
  },
  id: PLACE,
  sorts: { created: PLACE, type: sql`t.type`, amount: sql`t.amount`, status: sql`t.status` },
  numbers: ['created', 'amount'],
  defaultSort: '-created',
};

const WITH_SUMMARY = { ...SOURCE, fields: { ...SOURCE.fields, summary: SUMMARY } };

/**
 * The sorts that have an index over the whole table: all of them. Each filter has an index in the order of positions.
 */
const INDEXED = Object.keys(SOURCE.sorts);
const WORDS = { pieces: sql`transactions_search`, beginnings: sql`transactions_words`, phoneColumn: null };
const TOTAL = sql`SELECT value FROM totals WHERE name = 'transactions'`;

type TransactionPageRequest = PageRequest & { filter: TransactionFilter; timeZone: string };

/** A row of the export. A refund has no receipt e-mail, so the row contains the customer's address. */
export type ExportedTransaction = Transaction & { customerEmail: string | null };

const WITH_CUSTOMER = {
  ...SOURCE,
  fields: {
    ...SOURCE.fields,
    customerEmail: sql<string | null>`(SELECT email FROM bookings WHERE id = t.booking_id)`,
  },
};

/** One page of the ledger for the export. `timeZone`: of the business, for the days of the `created` filters. */
export function pageForExport(
  db: Db,
  request: TransactionPageRequest,
): Promise<ListPage<ExportedTransaction>> {
  return readPage(db, WITH_CUSTOMER, makeListParams(request));
}

/**
 * One page of the list with the sums of the whole ledger. The rows contain the sums, because a second query would
 * double the time.
 */
export async function pageAndSummary(
  db: Db,
  request: TransactionPageRequest,
): Promise<{ page: ListPage<Transaction>; summary: TransactionSummary }> {
  const page = await readPage(db, WITH_SUMMARY, makeListParams(request));
  const [first] = page.rows;
  const summary = first ? parseSummary(first.summary) : await readSummary(db);
  return { page: { ...page, rows: page.rows.map(({ summary: _, ...row }) => row) }, summary };
}

function makeListParams({ filter, timeZone, ...request }: TransactionPageRequest): ListParams {
  const searchIndex = inListOrder(
    findSearchIndex(WORDS, {
      text: filter.search,
      numberColumn: 'booking',
      filters: [{ column: 'id', text: filter.id ?? '' }],
      exactTerms: listExactTransactionTerms(filter),
    }),
  );
  const where = [
    ...equalities(filter),
    ...(filter.work ? [WORK[filter.work]] : []),
    ...createdWithin(filter, timeZone),
  ];
  const isNarrowed = searchIndex !== undefined || where.length > 0;
  return {
    ...request,
    where,
    ...(isNarrowed
      ? { searchIndex, indexedSorts: ['created'] }
      : { indexedSorts: INDEXED, storedTotal: TOTAL }),
  };
}

const UNANSWERED = sql.raw(UNANSWERED_DISPUTE_STATUSES.map((status) => `'${status}'`).join(', '));

/** A refund that failed is done with when a later one of its booking succeeds or is under way. */
const WORK: Readonly<Record<TransactionWork, SQL>> = {
  disputes: sql`t.id IN (SELECT id FROM transactions WHERE dispute_status IN (${UNANSWERED}))`,
  failed_refunds: sql`t.type = 'refund' AND t.status = 'failed' AND NOT EXISTS (
    SELECT 1 FROM transactions later WHERE later.booking_id = t.booking_id AND later.place > t.place
      AND later.type = 'refund' AND later.status IN ('succeeded', 'pending'))`,
};

const countOf = (work: TransactionWork) =>
  sql<number>`(SELECT count(*) FROM (SELECT 1 FROM transactions t WHERE ${WORK[work]} ${limitTo(MAX_COUNTED + 1)}))`;

/** For a batch: one row with the number of payments and refunds in each work list, up to MAX_COUNTED + 1. */
export const TRANSACTION_WORK_COUNTS = {
  fields: { disputes: countOf('disputes'), failed_refunds: countOf('failed_refunds') },
  query: (columns: SQL) => sql`SELECT ${columns}`,
};

/** For a batch: the disputes that wait for an answer, the next deadline first. */
export function unansweredDisputes(limit: number) {
  return {
    fields: UNANSWERED_FIELDS,
    query: (columns: SQL) => sql`
      SELECT ${columns} FROM transactions WHERE dispute_status IN (${UNANSWERED})
      ORDER BY dispute_due_at IS NULL, dispute_due_at ${limitTo(limit)}`,
  };
}

const UNANSWERED_FIELDS = {
  transactionId: transactions.id,
  bookingId: transactions.bookingId,
  amount: transactions.amount,
  status: sql<string>`dispute_status`,
  dueAt: transactions.disputeDueAt,
};

/** Exact filters whose values are also words in the index (transaction_words). */
function listExactTransactionTerms(filter: TransactionFilter): SearchTerm[] {
  const { type, status } = readStatus(filter);
  const terms = [type, status].filter((text) => text !== undefined);
  return terms.map((text) => ({ column: 'terms', text }));
}

/** The indexes of words number the rows by their position. */
function inListOrder(searchIndex: SearchIndex | undefined): SearchIndex | undefined {
  return searchIndex && { ...searchIndex, order: { sort: 'created', column: searchIndex.id } };
}

function equalities({ bookingId, ...filter }: TransactionFilter): SQL[] {
  const { type, status } = readStatus(filter);
  if (filter.type !== undefined && type !== filter.type) return [sql`0`];
  const of = (column: SQL, value: string | number | undefined) =>
    value === undefined ? [] : [sql`${column} = ${value}`];
  // '+' disables the indexes of these columns: a booking has few rows, so its own index is the best.
  const [typeColumn, statusColumn] =
    bookingId === undefined ? [sql`t.type`, sql`t.status`] : [sql`+t.type`, sql`+t.status`];
  return [...of(typeColumn, type), ...of(statusColumn, status), ...of(sql`t.booking_id`, bookingId)];
}

/** The status 'refunded' is a refund with the status 'succeeded'. */
function readStatus({ type, status }: Pick<TransactionFilter, 'type' | 'status'>) {
  return status === 'refunded' ? ({ type: 'refund', status: 'succeeded' } as const) : { type, status };
}

/** As positions, so that the filter uses the index in which the list is read. */
function createdWithin(filter: TransactionFilter, timeZone: string): SQL[] {
  const { created, createdFrom, createdTo } = filter;
  const { from, to } = computeInstants({ day: created, from: createdFrom, to: createdTo }, timeZone);
  return [
    ...(from === undefined ? [] : [sql`${PLACE} >= ${placesBefore(from)}`]),
    ...(to === undefined ? [] : [sql`${PLACE} < ${placesBefore(to + 1)}`]),
  ];
}

/** Days begin with a full second. */
const placesBefore = (ms: number) => (ms / 1000) * PLACES_A_SECOND;
