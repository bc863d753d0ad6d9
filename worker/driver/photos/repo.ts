import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { deliveryPhotos } from '#worker/base/db/schema/drivers.ts';

export type PhotoRow = typeof deliveryPhotos.$inferSelect;

export async function findPhoto(db: Db, uploadId: string): Promise<PhotoRow | null> {
  const [row] = await db.select().from(deliveryPhotos).where(eq(deliveryPhotos.uploadId, uploadId));
  return row ?? null;
}

/** The condition that the photo has no row. */
export function isPhotoNew(uploadId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM delivery_photos WHERE upload_id = ${uploadId})`;
}

/**
 * Does nothing when another call stored the photo first. A photo of a dump ticket belongs to the booking that pays for the
 * ticket; a fee that is recorded later takes the photo itself (assignTicketPhotos).
 */
export function insertPhoto(db: Db, row: typeof deliveryPhotos.$inferInsert) {
  const isOfTicket = row.photoType === 'ticket' && row.stopId != null;
  const bookingId = row.bookingId ?? (isOfTicket ? bookingOfTicket(Number(row.stopId)) : null);
  return db
    .insert(deliveryPhotos)
    .values({ ...row, bookingId })
    .onConflictDoNothing();
}

/** The booking of the newest dump fee that a ticket of the stop made; a void fee counts if there is no other one. */
function bookingOfTicket(stopId: number) {
  return sql<number | null>`(
    SELECT f.booking_id FROM driver_actions a CROSS JOIN dump_fees f ON f.action_id = a.id
    WHERE a.stop_id = ${stopId} AND a.type = 'ticket' ORDER BY f.voided_at IS NOT NULL, f.id DESC LIMIT 1)`;
}

/**
 * Photos whose objects are to be deleted: those of removed customers, which have no hash, and those that are older than
 * the settings say.
 */
export function listOldPhotos(db: Db, { nowMs, limit }: { nowMs: number; limit: number }) {
  const { id, key } = deliveryPhotos;
  const days = sql`(SELECT photo_retention_days FROM dispatch_settings)`;
  return db
    .select({ id, key })
    .from(deliveryPhotos)
    .where(sql`key IS NOT NULL AND (sha256 IS NULL OR created_at < ${nowMs} - ${days} * 86400000)`)
    .limit(limit);
}

/** After their objects are deleted. The rows stay: that a photo was taken is part of the record. */
export async function blankPhotos(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .update(deliveryPhotos)
    .set({ key: null, sha256: null, gpsLat: null, gpsLng: null, notes: null })
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** Those of the keys that a row names. */
export async function listKnownKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ key: deliveryPhotos.key })
    .from(deliveryPhotos)
    // The key ends with the upload id, which has an index.
    .where(
      sql`upload_id IN (SELECT substr(value, length('photos/') + 1) FROM json_each(${JSON.stringify(keys)})) AND key IS NOT NULL`,
    );
  return found.flatMap(({ key }) => key ?? []);
}

/** Removes the position from actions that are older than photos are kept. Returns their number. */
export async function removeOldPositions(
  db: Db,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<number> {
  const days = sql`(SELECT photo_retention_days FROM dispatch_settings)`;
  const removed = await db.all(sql`
    UPDATE driver_actions SET payload = json_remove(payload, '$.lat', '$.lng')
    WHERE id IN (
      SELECT id FROM driver_actions
      WHERE type = 'arrived' AND received_at < ${nowMs} - ${days} * 86400000
        AND (payload ->> 'lat' IS NOT NULL OR payload ->> 'lng' IS NOT NULL) LIMIT ${limit})
    RETURNING id`);
  return removed.length;
}
