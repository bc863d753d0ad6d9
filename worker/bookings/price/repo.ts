import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PriceAddition } from '#domain/catalog/final-price.ts';
import type { JobType } from '#domain/jobs/jobs.ts';
import type { Db } from '#worker/base/db/client.ts';
import { priceAdditions } from '#worker/base/db/schema/price-additions.ts';
import { isCountedAddition, isFeeAddition } from '#worker/rental/repo.ts';

export type AdditionRow = typeof priceAdditions.$inferSelect;
type AdditionWrite = { userId: number; nowMs: number };

/** The additions that count in a booking's price, in the order of their creation. */
export function listAdditions(db: Db, bookingId: number): Promise<(AdditionRow & { isFee: boolean })[]> {
  const isFee = sql<boolean>`${isFeeAddition()}`.mapWith(Boolean);
  return db
    .select({ ...getTableColumns(priceAdditions), isFee })
    .from(priceAdditions)
    .where(and(eq(priceAdditions.bookingId, bookingId), isCountedAddition()))
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

type NewAddition = {
  bookingId: number;
  addition: PriceAddition;
  /** The amount is for the latest job of this type; null: for no job. */
  jobType: JobType | null;
};

/** For the batch of a booking change. */
export function insertAddition(
  db: Db,
  { bookingId, addition, jobType }: NewAddition,
  { userId, nowMs }: AdditionWrite,
) {
  const { type, itemId, quantity, unitAmount } = addition;
  const jobId = sql`(SELECT max(id) FROM jobs WHERE booking_id = ${bookingId} AND type = ${jobType})`;
  return db.run(sql`
    INSERT INTO price_additions (booking_id, type, item_id, quantity, unit_amount, created_at, created_by, job_id)
    VALUES (${bookingId}, ${type}, ${itemId}, ${quantity}, ${unitAmount}, ${nowMs}, ${userId}, ${jobId})`);
}

/** True while an addition is not voided. */
export function isNotVoidedAddition(additionId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM price_additions WHERE id = ${additionId} AND voided_at IS NULL)`;
}

export function voidAddition(db: Db, additionId: number, { userId, nowMs }: AdditionWrite) {
  return db.run(sql`
    UPDATE price_additions SET voided_at = ${nowMs}, voided_by = ${userId}
    WHERE id = ${additionId} AND voided_at IS NULL`);
}
