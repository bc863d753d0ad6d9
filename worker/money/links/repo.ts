import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '#worker/base/db/client.ts';
import type { SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { payLinks, payLinkTokens } from '#worker/base/db/schema/operations.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { isLinkOpen } from '#worker/money/charges/repo.ts';

/** For commit(): the history entry of the first time that a customer opened a link to pay it. */
export function insertLinkOpenEvent(
  db: Db,
  { id, bookingId, amount }: Pick<typeof payLinks.$inferSelect, 'id' | 'bookingId' | 'amount'>,
  nowMs: number,
) {
  const event = { bookingId, actor: { type: 'customer' as const }, action: 'pay_link_opened', nowMs };
  return {
    guards: {
      not_opened: sql`NOT EXISTS (SELECT 1 FROM history
        WHERE subject = 'booking' AND subject_id = ${bookingId} AND action = 'pay_link_opened'
          AND after ->> '$.payLinkId' = ${id})`,
    },
    writes: { event: insertBookingEvent(db, { ...event, details: { payLink: amount, payLinkId: id } }) },
  };
}

type SentLink = { bookingId: number; key: string };

/** True in a statement while a link is open, and no call with the Idempotency-Key has sent one. */
export function isLinkUnsent(linkId: string, sent: SentLink): SQL {
  return sql`${isLinkOpen(linkId)} AND NOT EXISTS (SELECT 1 FROM history WHERE ${isSentBy(sent)})`;
}

function isSentBy({ bookingId, key }: SentLink): SQL {
  return sql`subject = 'booking' AND subject_id = ${bookingId} AND action = 'pay_link_sent'
    AND after ->> '$.requestKey' = ${key}`;
}

/** The link that a call with the Idempotency-Key sent; null without one. */
export async function findSentLink(db: Db, sent: SentLink): Promise<typeof payLinks.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(payLinks)
    .where(sql`id = (SELECT after ->> '$.payLinkId' FROM history WHERE ${isSentBy(sent)})`);
  return row ?? null;
}

export async function insertToken(db: Db, token: typeof payLinkTokens.$inferInsert) {
  await db.insert(payLinkTokens).values(token);
}

const l = alias(payLinks, 'l');
const PAYABLE_FIELDS = {
  id: l.id,
  /** Cents. */
  amount: l.amount,
  expiresAt: l.expiresAt,
  kind: l.kind,
  /** Whether the booking is cancelled when the link ends unpaid. */
  cancelsBooking: l.cancelsBooking,
  /** Whether a charge of the card on file was declined before. */
  isDeclined: sql`EXISTS (
    SELECT 1 FROM payment_operations o
    WHERE o.stripe_payment_intent_id = l.stripe_payment_intent_id AND o.state = 'failed')`.mapWith(Boolean),
};

/** A link that can still be paid; null once it is paid, withdrawn or expired. */
export async function findPayable(
  db: Db,
  { id, bookingId, nowMs }: { id: string; bookingId: number; nowMs: number },
): Promise<SelectedRow<typeof PAYABLE_FIELDS> | null> {
  const [row] = await db
    .select(PAYABLE_FIELDS)
    .from(l)
    .where(sql`id = ${id} AND booking_id = ${bookingId} AND state = 'open' AND expires_at > ${nowMs}`);
  return row ?? null;
}

/**
 * The link at whose end an unpaid booking is cancelled: the open one, or one that ended before its time and that staff
 * did not withdraw. Null: there is none.
 */
export async function findCancellingLink(db: Db, bookingId: number): Promise<CancellingLink | null> {
  const [row] = await db
    .select({ id: l.id, state: l.state, expiresAt: l.expiresAt, endReason: l.endReason })
    .from(l)
    .where(sql`booking_id = ${bookingId} AND cancels_booking = 1`)
    .orderBy(desc(l.createdAt))
    .limit(1);
  return row && row.state !== 'paid' && row.endReason !== 'withdrawn' ? row : null;
}

type CancellingLink = Pick<typeof payLinks.$inferSelect, 'id' | 'state' | 'expiresAt'>;

/** For a batch: a link ends earlier. A later end stays, and so does a link that was paid. */
export function endLinkEarlier(db: Db, { id, endsAt }: { id: string; endsAt: number }) {
  return db.run(sql`
    UPDATE pay_links SET expires_at = ${endsAt}
    WHERE id = ${id} AND cancels_booking = 1 AND state <> 'paid' AND expires_at > ${endsAt}`);
}

/** For a batch: the customer of a booking that had none at Stripe. */
export function storeCustomerId(db: Db, bookingId: number, customerId: string | null) {
  return db.run(sql`
    UPDATE bookings SET stripe_customer_id = ${customerId}
    WHERE id = ${bookingId} AND stripe_customer_id IS NULL AND ${customerId} IS NOT NULL`);
}

/** Whether the customer accepted the terms, or staff read them out. */
export async function hasAcceptedTerms(db: Db, bookingId: number): Promise<boolean> {
  const [row] = await db
    .select({ at: bookings.termsAcceptedAt })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  return row !== undefined && row.at !== null;
}

/** For commit(): the evidence that the customer accepted the terms, once, and its history entry. */
export function storeAcceptedTerms(
  db: Db,
  { bookingId, version, ip, nowMs }: { bookingId: number; version: string; ip: string; nowMs: number },
) {
  const event = { bookingId, actor: { type: 'customer' as const }, action: 'terms_accepted', nowMs };
  return {
    guards: {
      not_accepted: sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${bookingId} AND terms_accepted_at IS NULL)`,
    },
    writes: {
      event: insertBookingEvent(db, { ...event, details: { termsVersion: version } }),
      terms: db.run(sql`
        UPDATE bookings SET terms_version = ${version}, terms_accepted_at = ${nowMs}, terms_ip = ${ip}
        WHERE id = ${bookingId}`),
    },
  };
}
