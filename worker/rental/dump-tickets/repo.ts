import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { NewDumpTicket } from '#contract/dump-tickets.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { deliveryPhotos } from '#worker/base/db/schema/drivers.ts';
import { dumpTickets } from '#worker/base/db/schema/dump-tickets.ts';

export type DumpTicketRow = typeof dumpTickets.$inferSelect;
type FeeWrite = { userId: number; nowMs: number };

/** All tickets of a booking, in the order of their creation. */
export function listFees(db: Db, bookingId: number): Promise<DumpTicketRow[]> {
  return db
    .select()
    .from(dumpTickets)
    .where(eq(dumpTickets.bookingId, bookingId))
    .orderBy(asc(dumpTickets.id));
}

/** The tickets that are not voided, oldest dump first. */
export async function listActiveFees(db: Db, bookingId: number): Promise<DumpTicketRow[]> {
  const fees = await listFees(db, bookingId);
  const counted = fees.filter(({ voidedAt }) => voidedAt === null);
  return counted.toSorted((a, b) => a.dumpDate.localeCompare(b.dumpDate));
}

/** An e-mail carries at most this many photos of tickets. */
const MAX_PHOTOS = 3;

/** The photos of the tickets that drivers reported and that are not voided, newest first. */
export function listTicketPhotos(db: Db, bookingId: number) {
  const { key, mediaType, sizeBytes } = deliveryPhotos;
  return readRows(
    db,
    { key, mediaType, sizeBytes },
    (columns) => sql`
      SELECT ${columns} FROM delivery_photos
      WHERE booking_id = ${bookingId} AND photo_type = 'ticket' AND key IS NOT NULL AND stop_id IN (
        SELECT a.stop_id FROM dump_fees f JOIN driver_actions a ON a.id = f.action_id
        WHERE f.booking_id = ${bookingId} AND f.voided_at IS NULL)
      ORDER BY id DESC LIMIT ${MAX_PHOTOS}`,
  );
}

export async function findFee(
  db: Db,
  { bookingId, feeId }: { bookingId: number; feeId: number },
): Promise<DumpTicketRow | null> {
  const rows = await db
    .select()
    .from(dumpTickets)
    .where(and(eq(dumpTickets.id, feeId), eq(dumpTickets.bookingId, bookingId)));
  return rows[0] ?? null;
}

type NewFee = {
  bookingId: number;
  fee: NewDumpTicket;
  /** The driver's ticket, and the stop that put its load on the truck. Absent for a ticket that staff enter. */
  recorded?: { actionId: string; loadStopId: number };
};

/**
 * For the batch of a booking change. Returns the id of the row. Fails when the driver's ticket
 * has a fee already, or its load another one.
 */
export function insertFee(db: Db, { bookingId, fee, recorded }: NewFee, { userId, nowMs }: FeeWrite) {
  return db.run(sql`
    INSERT INTO dump_fees (booking_id, weight, dump_location, dump_date, fee_amount, ticket_number, notes, created_at, created_by,
      action_id, load_stop_id)
    VALUES (${bookingId}, ${fee.weight}, ${fee.dumpLocation}, ${fee.dumpDate}, ${fee.feeAmount},
      ${fee.ticketNumber || null}, ${fee.notes || null}, ${nowMs}, ${userId},
      ${recorded?.actionId ?? null}, ${recorded?.loadStopId ?? null})
    RETURNING id`);
}

export function voidFee(db: Db, feeId: number, { userId, nowMs }: FeeWrite) {
  return db.run(sql`
    UPDATE dump_fees SET voided_at = ${nowMs}, voided_by = ${userId}
    WHERE id = ${feeId} AND voided_at IS NULL
    RETURNING id`);
}

/** True while a ticket is not voided. */
export function isNotVoided(feeId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM dump_fees WHERE id = ${feeId} AND voided_at IS NULL)`;
}
