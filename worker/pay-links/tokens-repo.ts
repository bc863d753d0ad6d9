import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { payLinks, payLinkTokens } from '#worker/db/schema/operations.ts';

export async function insertToken(db: Db, token: typeof payLinkTokens.$inferInsert) {
  await db.insert(payLinkTokens).values(token);
}

type Payable = Pick<typeof payLinks.$inferSelect, 'id' | 'amount' | 'expiresAt'>;

/** A link that can still be paid with; null once it is paid, withdrawn or over. */
export async function findPayable(
  db: Db,
  { id, bookingId, nowMs }: { id: string; bookingId: number; nowMs: number },
): Promise<Payable | null> {
  const [link] = await db
    .select({ id: payLinks.id, amount: payLinks.amount, expiresAt: payLinks.expiresAt })
    .from(payLinks)
    .where(
      and(
        eq(payLinks.id, id),
        eq(payLinks.bookingId, bookingId),
        eq(payLinks.state, 'open'),
        gt(payLinks.expiresAt, nowMs),
      ),
    );
  return link ?? null;
}
