import { type SQL, sql } from 'drizzle-orm';
import type { AttentionReason, BookingStatus, PaymentStatus } from '#domain/bookings.ts';
import type { Day } from '#domain/days.ts';
import type { DumpsterType, RentalType } from '#domain/rental.ts';
import type { Db } from '#worker/db/client.ts';

/** A booking as staff see it, with the unit that holds its days. Instants in milliseconds, amounts in cents. */
export type BookingRecord = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  rentalType: RentalType;
  dumpsterType: DumpsterType;
  deliveryDate: Day;
  notes: string | null;
  depositAmount: number;
  finalPrice: number | null;
  status: BookingStatus;
  paymentStatus: PaymentStatus;
  additionalPaymentAmount: number | null;
  additionalPaymentDate: number | null;
  refundAmount: number | null;
  refundDate: number | null;
  refundReason: string | null;
  stripePaymentIntentId: string | null;
  needsAttention: AttentionReason | null;
  createdAt: number;
  confirmedEmailAt: number | null;
  version: number;
  dumpsterId: number | null;
  /** The last day on which that unit is its own. */
  heldUntil: Day | null;
};

export const RECORDS = {
  from: sql`bookings b LEFT JOIN dumpster_schedule held ON held.booking_id = b.id`,
  columns: sql`b.id, b.first_name AS firstName, b.last_name AS lastName, b.email, b.phone, b.address, b.city,
    b.state, b.zip, b.rental_type AS rentalType, b.dumpster_type AS dumpsterType,
    b.delivery_date AS deliveryDate, b.notes, b.deposit_amount AS depositAmount, b.final_price AS finalPrice,
    b.status, b.payment_status AS paymentStatus, b.additional_payment_amount AS additionalPaymentAmount,
    b.additional_payment_date AS additionalPaymentDate, b.refund_amount AS refundAmount,
    b.refund_date AS refundDate, b.refund_reason AS refundReason,
    b.stripe_payment_intent_id AS stripePaymentIntentId, b.needs_attention AS needsAttention,
    b.created_at AS createdAt, b.confirmed_email_at AS confirmedEmailAt, b.version, held.dumpster_id AS dumpsterId, held.end_date AS heldUntil`,
};

export async function findRecord(db: Db, id: number): Promise<BookingRecord | null> {
  const [row] = await db.all<BookingRecord>(
    sql`SELECT ${RECORDS.columns} FROM ${RECORDS.from} WHERE b.id = ${id}`,
  );
  return row ?? null;
}

export type BookingChanges = Partial<Pick<BookingRecord, 'status' | 'finalPrice' | 'needsAttention'>>;

/** Changes a booking that is still at the version that was read, and only where `only` holds. */
export function updateRecord(
  db: Db,
  { id, version }: Pick<BookingRecord, 'id' | 'version'>,
  { changes, only = sql`1` }: { changes: BookingChanges; only?: SQL | undefined },
) {
  const sets = [sql`version = ${version + 1}`];
  if (changes.status !== undefined) sets.push(sql`status = ${changes.status}`);
  if (changes.finalPrice !== undefined) sets.push(sql`final_price = ${changes.finalPrice}`);
  if (changes.needsAttention !== undefined) sets.push(sql`needs_attention = ${changes.needsAttention}`);
  return db.run(sql`
    UPDATE bookings SET ${sql.join(sets, sql`, `)} WHERE id = ${id} AND version = ${version} AND ${only}`);
}

/** True in the batch of a change once it has been made. */
export function isBookingAt(id: number, version: number): SQL {
  return sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${id} AND version = ${version})`;
}

/**
 * Flags a booking that holds no unit up to the day it needs one for, and takes the flag away from any other.
 * `neededUntil`: null when it needs none.
 */
export function settleFlag(
  db: Db,
  id: number,
  { neededUntil, condition }: { neededUntil: Day | null; condition: SQL },
) {
  const holds = sql`EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${id} AND end_date >= ${neededUntil})`;
  return db.run(sql`
    UPDATE bookings
    SET needs_attention = CASE WHEN ${neededUntil} IS NOT NULL AND NOT ${holds} THEN 'no_unit' END
    WHERE id = ${id} AND needs_attention IS NOT 'payment_mismatch' AND ${condition}`);
}
