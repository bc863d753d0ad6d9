import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PriceAddition } from '#domain/catalog/final-price.ts';
import type { Db } from '#worker/db/client.ts';
import { priceAdditions } from '#worker/db/schema/bookings.ts';

export type AdditionRow = typeof priceAdditions.$inferSelect;
type AdditionWrite = { userId: number; nowMs: number; condition: SQL };

/** The additions to a booking's price that are not voided, in the order of their creation. */
export function listAdditions(db: Db, bookingId: number): Promise<AdditionRow[]> {
  return db
    .select()
    .from(priceAdditions)
    .where(and(eq(priceAdditions.bookingId, bookingId), isNull(priceAdditions.voidedAt)))
    .orderBy(asc(priceAdditions.id));
}

export async function findAddition(
  db: Db,
  { bookingId, additionId }: { bookingId: number; additionId: number },
): Promise<AdditionRow | null> {
  const rows = await db
    .select()
    .from(priceAdditions)
    .where(and(eq(priceAdditions.id, additionId), eq(priceAdditions.bookingId, bookingId)));
  return rows[0] ?? null;
}

/** For the batch of a booking change, while `condition` holds. */
export function insertAddition(
  db: Db,
  { bookingId, addition }: { bookingId: number; addition: PriceAddition },
  { userId, nowMs, condition }: AdditionWrite,
) {
  const { type, itemId, quantity, unitAmount } = addition;
  return db.run(sql`
    INSERT INTO price_additions (booking_id, type, item_id, quantity, unit_amount, created_at, created_by)
    SELECT ${bookingId}, ${type}, ${itemId}, ${quantity}, ${unitAmount}, ${nowMs}, ${userId}
    WHERE ${condition}`);
}

/** True while an addition is not voided. */
export function isNotVoidedAddition(additionId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM price_additions WHERE id = ${additionId} AND voided_at IS NULL)`;
}

export function voidAddition(db: Db, additionId: number, { userId, nowMs, condition }: AdditionWrite) {
  return db.run(sql`
    UPDATE price_additions SET voided_at = ${nowMs}, voided_by = ${userId}
    WHERE id = ${additionId} AND voided_at IS NULL AND ${condition}`);
}
