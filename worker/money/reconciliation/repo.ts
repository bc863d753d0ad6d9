import { and, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { QueryOf } from '#contract/endpoint.ts';
import type { listReconciliationIssues, ReconciliationIssue } from '#contract/reconciliation.ts';
import type { LedgerEntry } from '#domain/money/reconciliation.ts';
import { listShareIds } from '#domain/money/shares.ts';
import { isoInstant } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';
import { reconciliationIssues } from '#worker/base/db/schema/reconciliation.ts';
import type { ListPage, ListParams } from '#worker/base/lists/list-repo.ts';
import { readPage } from '#worker/base/lists/repo.ts';
import { STRIPE_ENTRY_FIELDS, STRIPE_ID } from '#worker/money/ledger/repo.ts';
import type { LocatedDifference } from './sides.ts';

/**
 * Payments and refunds of the ledger at Stripe, without lost disputes, created from `from` to `until`, in milliseconds, both
 * included.
 */
export function listEntriesWithin(db: Db, from: number, until: number): Promise<DatedEntry[]> {
  return db
    .select({ ...STRIPE_ENTRY_FIELDS, createdAt: sql<number>`min(${transactions.createdAt})` })
    .from(transactions)
    .where(sql`created_at BETWEEN ${from} AND ${until} AND kind <> 'dispute' AND payment_day IS NULL`)
    .groupBy(STRIPE_ID);
}
export type DatedEntry = LedgerEntry & { createdAt: number };

/** The ledger entries with these ids; ids that the ledger does not have are missing. */
export function listLedgerEntries(db: Db, ids: readonly string[]): Promise<LedgerEntry[]> {
  return db
    .select(STRIPE_ENTRY_FIELDS)
    .from(transactions)
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids.flatMap(listShareIds))}))`)
    .groupBy(STRIPE_ID);
}

/** The ids at Stripe of open issues, oldest first. */
export async function listOpenObjects(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: reconciliationIssues.objectId })
    .from(reconciliationIssues)
    .where(sql`settled_at IS NULL AND difference <> 'amount_due'`)
    .orderBy(reconciliationIssues.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Stores a difference, or updates the open issue of the same object. */
export function upsertIssue(db: Db, finding: LocatedDifference, nowMs: number) {
  const { id, difference, inLedger, atStripe, paymentId, bookingId, customerId } = finding;
  return db.run(sql`
    INSERT INTO reconciliation_issues
      (object_id, difference, booking_id, ledger_status, ledger_amount, stripe_status, stripe_amount, found_at)
    VALUES (${id}, ${difference},
      coalesce((SELECT booking_id FROM transactions WHERE id = ${id}),
        (SELECT booking_id FROM transactions WHERE id = ${paymentId}),
        (SELECT id FROM bookings WHERE stripe_payment_intent_id = ${paymentId}),
        (SELECT id FROM bookings WHERE id = ${bookingId}
          AND coalesce(stripe_customer_id = ${customerId}, true))),
      ${inLedger?.status ?? null}, ${inLedger?.amount ?? null}, ${atStripe?.status ?? null}, ${atStripe?.amount ?? null}, ${nowMs})
    ON CONFLICT (object_id) WHERE settled_at IS NULL DO UPDATE SET
      difference = excluded.difference, booking_id = coalesce(excluded.booking_id, booking_id),
      ledger_status = excluded.ledger_status, ledger_amount = excluded.ledger_amount,
      stripe_status = excluded.stripe_status, stripe_amount = excluded.stripe_amount`);
}

const IS_UNBOOKED = sql`settled_at IS NULL AND difference = 'missing_here' AND object_id GLOB 'pi_*'
  AND stripe_status IN ('succeeded', 'processing')`;

/** Payments without a booking, of open issues. `isNew`: only those without an e-mail of their own. */
export async function countUnbookedPayments(db: Db, { isNew }: { isNew: boolean }): Promise<number> {
  const isUnsent = isNew
    ? sql`NOT EXISTS (SELECT 1 FROM outbox WHERE dedupe_key = 'unbooked-payment:' || object_id)`
    : undefined;
  return db.$count(reconciliationIssues, and(IS_UNBOOKED, isUnsent));
}

/** Stores one e-mail to the business about all payments that a restore left without a booking. */
export async function insertUnbookedSummary(db: Db, restoreId: number, nowMs: number) {
  await db.run(sql`
    INSERT INTO outbox (id, kind, subject, dedupe_key, created_at)
    VALUES (${`unbooked-restore-${restoreId}`}, 'unbooked-payment', ${UNBOOKED_OF_RESTORE},
      ${`unbooked-payments:restore:${restoreId}`}, ${nowMs})
    ON CONFLICT (dedupe_key) DO NOTHING`);
}
/** The subject of that e-mail's row, in place of the id of a payment. */
export const UNBOOKED_OF_RESTORE = 'restore';

/**
 * For a batch: the e-mail to the business about a payment that is missing here, once for each payment. While a restore
 * is not finished, only the first ten have one: the restore's own step e-mails about all of them.
 */
export function insertUnbookedNotifications(
  db: Db,
  { nowMs, objectId }: { nowMs: number; objectId?: string },
) {
  const isNamed =
    objectId === undefined
      ? sql`true`
      : sql`object_id = ${objectId} AND (
          NOT EXISTS (SELECT 1 FROM restores WHERE finished_at_ms IS NULL)
          OR (SELECT count(*) FROM reconciliation_issues WHERE ${IS_UNBOOKED}) <= 10)`;
  return db.run(sql`
    INSERT INTO outbox (id, kind, subject, dedupe_key, created_at)
    SELECT 'unbooked-' || object_id, 'unbooked-payment', object_id, 'unbooked-payment:' || object_id, ${nowMs}
    FROM reconciliation_issues
    WHERE ${IS_UNBOOKED} AND ${isNamed}
    ON CONFLICT (dedupe_key) DO NOTHING`);
}

/** Settles an issue. `by`: the user who settled it; null when ledger and Stripe agree again. */
export function markSettled(db: Db, objectId: string, { by, nowMs }: { by: number | null; nowMs: number }) {
  return db.run(sql`
    UPDATE reconciliation_issues SET settled_at = ${nowMs}, settled_by = ${by},
      booking_id = coalesce(booking_id, (SELECT booking_id FROM transactions WHERE id = object_id))
    WHERE object_id = ${objectId} AND settled_at IS NULL`);
}

const i = alias(reconciliationIssues, 'i');
const ISSUE_FIELDS = {
  id: i.id,
  objectId: i.objectId,
  type: sql<
    ReconciliationIssue['type']
  >`CASE WHEN i.object_id GLOB 'pi_*' OR i.difference = 'amount_due' THEN 'payment' ELSE 'refund' END`,
  difference: i.difference,
  bookingId: i.bookingId,
  ledgerStatus: i.ledgerStatus,
  ledgerAmount: i.ledgerAmount,
  stripeStatus: i.stripeStatus,
  stripeAmount: i.stripeAmount,
  foundAt: i.foundAt,
  settledAt: i.settledAt,
  settledBy: sql<string | null>`(SELECT username FROM users WHERE id = i.settled_by)`,
  /** 0 or 1. */
  isInLedger: sql<number>`EXISTS (SELECT 1 FROM transactions WHERE id = i.object_id)`,
};
type Row = SelectedRow<typeof ISSUE_FIELDS>;

const SOURCE = {
  from: sql`reconciliation_issues i`,
  fields: ISSUE_FIELDS,
  id: sql`i.id`,
  sorts: { id: sql`i.id` },
  defaultSort: '-id',
};

/** The total of the list without a filter, kept by triggers. */
const TOTAL = sql`SELECT value FROM totals WHERE name = 'reconciliation_issues'`;

type Filter = Pick<QueryOf<typeof listReconciliationIssues>, 'state'>;

/** One page of the issues. Open issues have their own index. */
export async function pageOfIssues(
  db: Db,
  { state, ...request }: Pick<ListParams, 'sort' | 'limit' | 'cursor'> & Filter,
): Promise<ListPage<ReconciliationIssue>> {
  const states = { open: [sql`i.settled_at IS NULL`], settled: [sql`i.settled_at IS NOT NULL`] };
  const counted = state ? { where: states[state] } : { where: [], storedTotal: TOTAL };
  const page = await readPage(db, SOURCE, { ...request, ...counted });
  return { ...page, rows: page.rows.map(asIssue) };
}

export async function findIssue(db: Db, id: number): Promise<ReconciliationIssue | null> {
  const [row] = await readRows(
    db,
    ISSUE_FIELDS,
    (columns) => sql`SELECT ${columns} FROM ${SOURCE.from} WHERE i.id = ${id}`,
  );
  return row ? asIssue(row) : null;
}

function asIssue({ foundAt, settledAt, isInLedger, ...row }: Row): ReconciliationIssue {
  return {
    ...row,
    foundAt: isoInstant(foundAt),
    settledAt: isoInstant(settledAt),
    isInLedger: isInLedger === 1,
  };
}
