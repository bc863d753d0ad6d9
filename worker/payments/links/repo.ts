import { sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { payLinkTokens } from '#worker/db/schema/operations.ts';

export async function insertToken(db: Db, token: typeof payLinkTokens.$inferInsert) {
  await db.insert(payLinkTokens).values(token);
}

type Payable = {
  id: string;
  /** Cents. */
  amount: number;
  expiresAt: number;
  /** Whether the card on file was tried before. */
  isDeclined: boolean;
};

/** A link that can still be paid with; null once it is paid, withdrawn or over. */
export async function findPayable(
  db: Db,
  { id, bookingId, nowMs }: { id: string; bookingId: number; nowMs: number },
): Promise<Payable | null> {
  const [row] = await db.all<Omit<Payable, 'isDeclined'> & { declined: number }>(sql`
    SELECT id, amount, expires_at AS expiresAt, EXISTS (
      SELECT 1 FROM payment_operations o
      WHERE o.stripe_payment_intent_id = l.stripe_payment_intent_id AND o.state = 'failed') AS declined
    FROM pay_links l
    WHERE id = ${id} AND booking_id = ${bookingId} AND state = 'open' AND expires_at > ${nowMs}`);
  if (!row) return null;
  const { declined, ...link } = row;
  return { ...link, isDeclined: declined === 1 };
}
