import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '#worker/db/client.ts';
import type { SelectedRow } from '#worker/db/rows.ts';
import { payLinks, payLinkTokens } from '#worker/db/schema/operations.ts';

export async function insertToken(db: Db, token: typeof payLinkTokens.$inferInsert) {
  await db.insert(payLinkTokens).values(token);
}

const l = alias(payLinks, 'l');
const PAYABLE_FIELDS = {
  id: l.id,
  /** Cents. */
  amount: l.amount,
  expiresAt: l.expiresAt,
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
