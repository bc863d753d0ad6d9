import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { emailBounces, outbox } from '#worker/base/db/schema/outbox.ts';

/** What is known about an address that does not accept e-mail; null when it does. */
export async function findEmailBounce(db: Db, email: string) {
  const rows = await db.select().from(emailBounces).where(eq(emailBounces.email, email.trim().toLowerCase()));
  return rows[0] ?? null;
}

/** Stores that an address does not accept e-mail; the first time stays. */
export async function storeEmailBounce(db: Db, bounce: typeof emailBounces.$inferInsert) {
  await db
    .insert(emailBounces)
    .values(bounce)
    .onConflictDoUpdate({ target: emailBounces.email, set: { reason: bounce.reason } });
}

/** The address accepts e-mail again. */
export async function deleteEmailBounce(db: Db, email: string) {
  await db.delete(emailBounces).where(eq(emailBounces.email, email));
}

/** Marks the outbox row of the e-mail as undelivered, for staff; the first report counts. */
export async function markEmailBounced(
  db: Db,
  { messageId, reason, nowMs }: { messageId: string; reason: string; nowMs: number },
) {
  await db
    .update(outbox)
    .set({ undeliveredAt: nowMs, undeliveredReason: reason })
    .where(and(eq(outbox.messageId, messageId), isNull(outbox.undeliveredAt)));
}
