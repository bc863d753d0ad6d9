import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { payLinks, payLinkTokens } from '#worker/db/schema/operations.ts';

export type PayLink = typeof payLinks.$inferSelect;

/** How long the customer has. */
export const LINK_MS = 14 * 24 * 60 * 60_000;

type NewLink = Pick<PayLink, 'id' | 'bookingId' | 'stripePaymentIntentId' | 'amount'> & { nowMs: number };

/** For a batch: opens the way to pay an intent, once. Triggers refuse it beside a live operation, or above what is due. */
export function insertLink(db: Db, { nowMs, ...link }: NewLink, condition = sql`1`) {
  return db.run(sql`
    INSERT INTO pay_links (id, booking_id, stripe_payment_intent_id, amount, expires_at, created_at)
    SELECT ${link.id}, ${link.bookingId}, ${link.stripePaymentIntentId}, ${link.amount}, ${nowMs + LINK_MS}, ${nowMs}
    WHERE ${condition}`);
}

export async function findOpenLink(db: Db, bookingId: number): Promise<PayLink | null> {
  const [row] = await db
    .select()
    .from(payLinks)
    .where(and(eq(payLinks.bookingId, bookingId), eq(payLinks.state, 'open')));
  return row ?? null;
}

export async function findLink(db: Db, id: string): Promise<PayLink | null> {
  const [row] = await db.select().from(payLinks).where(eq(payLinks.id, id));
  return row ?? null;
}

export async function findLinkByToken(db: Db, tokenHash: string): Promise<PayLink | null> {
  const [row] = await db
    .select({ link: payLinks })
    .from(payLinkTokens)
    .innerJoin(payLinks, eq(payLinks.id, payLinkTokens.payLinkId))
    .where(eq(payLinkTokens.tokenHash, tokenHash));
  return row?.link ?? null;
}

/** For a batch: ends the open link of an intent, and with it every address of it. */
export function endLinkOf(db: Db, intentId: string, end: { state: 'paid' | 'withdrawn'; nowMs: number }) {
  return db
    .update(payLinks)
    .set({ state: end.state, endedAt: end.nowMs })
    .where(and(eq(payLinks.stripePaymentIntentId, intentId), eq(payLinks.state, 'open')));
}

/** When the latest address of a link was made; null before the first. */
export async function lastSentAt(db: Db, payLinkId: string): Promise<number | null> {
  const [row] = await db.all<{ at: number | null }>(
    sql`SELECT max(created_at) AS at FROM pay_link_tokens WHERE pay_link_id = ${payLinkId}`,
  );
  return row?.at ?? null;
}

/** True in a batch once a link is there and open. */
export function isLinkOpen(id: string) {
  return sql`EXISTS (SELECT 1 FROM pay_links WHERE id = ${id} AND state = 'open')`;
}

/** How often staff had a booking's link mailed since an instant; the first mail of a declined charge is not theirs. */
export async function countResent(db: Db, bookingId: number, since: number): Promise<number> {
  const [row] = await db.all<{ count: number }>(sql`
    SELECT count(*) AS count FROM outbox
    WHERE booking_id = ${bookingId} AND kind = 'pay-link' AND created_at > ${since}
      AND cause GLOB ${`pay-link:${bookingId}:*:*`}`);
  return row?.count ?? 0;
}
