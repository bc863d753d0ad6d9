import { and, asc, eq, gt, lte, max, type SQL, sql } from 'drizzle-orm';
import { ACTOR_LABELS } from '#domain/accounts/access.ts';
import type { LinkEndReason } from '#domain/rental/history.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { payLinks, payLinkTokens } from '#worker/base/db/schema/operations.ts';
import { outbox } from '#worker/base/db/schema/outbox.ts';
import { transactions } from '#worker/base/db/schema/payments.ts';
import { insertBookingChange, insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { nameOf } from '#worker/base/history/repo.ts';
import type { LedgerPayment } from '#worker/money/ledger/repo.ts';
import { isChargeLive, type Operation } from '#worker/money/operations/repo.ts';

export type PayLink = typeof payLinks.$inferSelect;

/** How long a payment link is valid. */
const LINK_MS = 14 * 24 * 60 * 60_000;

type NewLink = Pick<PayLink, 'id' | 'stripePaymentIntentId' | 'amount'> & {
  bookingId: number | SQL;
  nowMs: number;
} & Partial<Pick<PayLink, 'kind' | 'expiresAt' | 'cancelsBooking'>>;

/**
 * For a batch: inserts the link of an intent; by default for a remaining balance and 14 days. Triggers reject it beside
 * a live operation, or above the amount due.
 */
export function insertLink(
  db: Db,
  { nowMs, kind = 'balance', expiresAt = nowMs + LINK_MS, cancelsBooking = false, ...link }: NewLink,
) {
  return db.run(sql`
    INSERT INTO pay_links (id, booking_id, stripe_payment_intent_id, amount, kind, cancels_booking, expires_at, created_at)
    VALUES (${link.id}, ${link.bookingId}, ${link.stripePaymentIntentId}, ${link.amount}, ${kind},
      ${cancelsBooking ? 1 : 0}, ${expiresAt}, ${nowMs})`);
}

export async function findOpenLink(db: Db, bookingId: number): Promise<PayLink | null> {
  const [row] = await db
    .select()
    .from(payLinks)
    .where(and(eq(payLinks.bookingId, bookingId), eq(payLinks.state, 'open')));
  return row ?? null;
}

export async function findLinkByIntent(db: Db, intentId: string): Promise<PayLink | null> {
  const [row] = await db.select().from(payLinks).where(eq(payLinks.stripePaymentIntentId, intentId));
  return row ?? null;
}

/** Stripe's ids of a deposit that saved a card for the remaining balance. */
export type SavedCard = { intentId: string; customerId: string | null; paymentMethodId: string | null };

/** For the batch of the payment: the card on file of the booking. */
export function saveCardOfDeposit(db: Db, bookingId: number, card: SavedCard) {
  return db.run(sql`
    UPDATE bookings SET stripe_payment_intent_id = coalesce(stripe_payment_intent_id, ${card.intentId}),
      stripe_customer_id = ${card.customerId}, stripe_payment_method_id = ${card.paymentMethodId}
    WHERE id = ${bookingId}`);
}

export async function findLinkByToken(db: Db, tokenHash: string): Promise<PayLink | null> {
  const [row] = await db
    .select({ link: payLinks })
    .from(payLinkTokens)
    .innerJoin(payLinks, eq(payLinks.id, payLinkTokens.payLinkId))
    .where(eq(payLinkTokens.tokenHash, tokenHash));
  return row?.link ?? null;
}

/** The cents that cards paid on a booking after the deposit. */
export async function sumCardBalance(db: Db, bookingId: number): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(amount), 0)` })
    .from(transactions)
    .where(
      sql`booking_id = ${bookingId} AND kind = 'balance' AND status = 'succeeded' AND payment_day IS NULL`,
    );
  return row?.sum ?? 0;
}

export type LinkEnd = { reason: LinkEndReason; endedBy: number | null };

/**
 * Stores why a link will end, before its intent is cancelled at Stripe. Null removes the reason: the link stays open.
 */
export async function storeLinkEndReason(db: Db, id: string, end: LinkEnd | null) {
  await db
    .update(payLinks)
    .set({ endReason: end?.reason ?? null, endedBy: end?.endedBy ?? null })
    .where(and(eq(payLinks.id, id), eq(payLinks.state, 'open')));
}

/** For a batch: ends the open link of an intent. None of its URLs can be paid any more. */
export function endLinkOfIntent(
  db: Db,
  intentId: string,
  end: { state: 'paid' | 'withdrawn'; nowMs: number },
) {
  return db
    .update(payLinks)
    .set({ state: end.state, endedAt: end.nowMs })
    .where(and(eq(payLinks.stripePaymentIntentId, intentId), eq(payLinks.state, 'open')));
}

/**
 * For the batch of endLinkOfIntent, before it: the history entry of a link that ends, with the user and the reason. A
 * paid link has the entry of its payment instead.
 */
export function insertLinkEndEvent(db: Db, intentId: string, nowMs: number) {
  const actorType = sql`CASE WHEN l.ended_by IS NOT NULL THEN 'staff'
    WHEN l.end_reason IS NULL THEN 'stripe' ELSE 'system' END`;
  const actorName = sql`coalesce(${nameOf(sql`l.ended_by`)},
    CASE WHEN l.end_reason IS NULL THEN ${ACTOR_LABELS.stripe} ELSE ${ACTOR_LABELS.system} END)`;
  return db.run(sql`
    INSERT INTO history (subject, subject_id, action, actor_type, actor_id, actor_name, after, created_at)
    SELECT 'booking', l.booking_id, 'pay_link_ended', ${actorType}, l.ended_by, ${actorName},
      json_object('payLink', l.amount, 'reason', l.end_reason), ${nowMs}
    FROM pay_links l WHERE l.stripe_payment_intent_id = ${intentId} AND l.state = 'open'`);
}

/** When the latest URL of a booking's open link was created; null before the first. */
export async function lastSentAt(db: Db, bookingId: number): Promise<number | null> {
  const [row] = await db
    .select({ at: max(payLinkTokens.createdAt) })
    .from(payLinkTokens)
    .innerJoin(payLinks, eq(payLinks.id, payLinkTokens.payLinkId))
    .where(and(eq(payLinks.bookingId, bookingId), eq(payLinks.state, 'open')));
  return row?.at ?? null;
}

/** Whether a link of a booking was e-mailed or copied by staff, and ended unpaid. */
export async function hasSentEndedLink(db: Db, bookingId: number): Promise<boolean> {
  const [row] = await db.all(sql`
    SELECT 1 FROM pay_links l JOIN pay_link_tokens t ON t.pay_link_id = l.id
    WHERE l.booking_id = ${bookingId} AND l.state = 'withdrawn' LIMIT 1`);
  return row !== undefined;
}

/** True in a batch if a link exists and is open. */
export function isLinkOpen(id: string) {
  return sql`EXISTS (SELECT 1 FROM pay_links WHERE id = ${id} AND state = 'open')`;
}

/** Open links with an id above `afterId`, in the order of their ids. */
export function listOpenLinks(db: Db, afterId: string, limit: number): Promise<PayLink[]> {
  return db
    .select()
    .from(payLinks)
    .where(and(eq(payLinks.state, 'open'), gt(payLinks.id, afterId)))
    .orderBy(asc(payLinks.id))
    .limit(limit);
}

/** Open links past their expiry, oldest first. */
export function listExpiredLinks(db: Db, nowMs: number, limit: number): Promise<PayLink[]> {
  return db
    .select()
    .from(payLinks)
    .where(and(eq(payLinks.state, 'open'), lte(payLinks.expiresAt, nowMs)))
    .orderBy(asc(payLinks.createdAt))
    .limit(limit);
}

/**
 * The number of times that staff e-mailed a booking's link since an instant. The first e-mail after a declined charge
 * does not count.
 */
export function countResent(db: Db, bookingId: number, since: number): Promise<number> {
  return db.$count(
    outbox,
    sql`booking_id = ${bookingId} AND kind = 'pay-link' AND created_at > ${since}
      AND dedupe_key GLOB ${`pay-link:${bookingId}:*:*`}`,
  );
}

type Paid = { payment: LedgerPayment; bookingId: number; nowMs: number };

const KNOWN_FIELDS = {
  payment: sql<{ status: LedgerPayment['status']; chargeId: string | null } | null>`payment`.mapWith(
    (text: string) => JSON.parse(text),
  ),
  isChargeLive: sql<boolean>`is_charge_live`.mapWith(Boolean),
};
/** What the database has of an intent: its payment in the ledger, and whether a charge of it is live. */
export type KnownIntent = SelectedRow<typeof KNOWN_FIELDS>;

export async function readKnownIntent(db: Db, intentId: string): Promise<KnownIntent> {
  const [known] = await readRows(
    db,
    KNOWN_FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM (SELECT ${paymentOf(intentId)} AS payment, ${isChargeLive(intentId)} AS is_charge_live)`,
  );
  if (!known) throw new Error('A SELECT without a table returned no row');
  return known;
}

/** True while the database has this of the intent. */
export function isIntentAsRead(intentId: string, { payment, isChargeLive: isLive }: KnownIntent): SQL {
  const stored = payment && sql`json_object('status', ${payment.status}, 'chargeId', ${payment.chargeId})`;
  return sql`${paymentOf(intentId)} IS ${stored} AND ${isChargeLive(intentId)} = ${isLive ? 1 : 0}`;
}

const paymentOf = (intentId: string) => sql`(
  SELECT json_object('status', status, 'chargeId', charge_id) FROM transactions WHERE id = ${intentId})`;

/**
 * For the batch that writes a succeeded payment into the ledger: the history entry of the charge that staff started, or
 * of the customer's payment on a link of the same intent.
 */
export function insertPaymentEvents(
  db: Db,
  operation: Operation | null,
  { payment, bookingId, nowMs }: Paid,
) {
  const common = { bookingId, transactionId: payment.id, nowMs };
  if (!operation) {
    const details = { amount: payment.amount };
    return [
      insertBookingEvent(db, { ...common, actor: { type: 'customer' }, action: 'payment_made', details }),
    ];
  }
  return insertBookingChange(db, {
    ...common,
    actor: { type: 'stripe' },
    action: 'charged',
    details: { charged: payment.amount },
    startedBy: operation.createdBy,
  });
}

/** For the batch that writes a payment attempt into the ledger: the history entry of a declined card on a payment link. */
export function insertLinkDeclineEvent(
  db: Db,
  { payment, bookingId, nowMs, reason }: Paid & { reason: string },
) {
  return insertBookingEvent(db, {
    bookingId,
    actor: { type: 'customer' },
    action: 'payment_declined',
    details: { amount: payment.amount, reason },
    transactionId: payment.id,
    nowMs,
  });
}
