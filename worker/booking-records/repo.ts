import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { ATTENTION_REASONS, type AttentionReason } from '#domain/bookings.ts';
import type { Day } from '#domain/days.ts';
import type { Db } from '#worker/db/client.ts';
import { leftJoined, readRows, type SelectedRow } from '#worker/db/rows.ts';
import { bookings } from '#worker/db/schema/bookings.ts';
import { dumpsterSchedule } from '#worker/db/schema/dumpsters.ts';

const b = alias(bookings, 'b');
const held = alias(dumpsterSchedule, 'held');
const {
  stripeClientSecret: _stripeClientSecret,
  stripeCustomerId: _stripeCustomerId,
  stripePaymentMethodId: _stripePaymentMethodId,
  dumpsterId: _dumpsterId,
  termsAcceptedAt: _termsAcceptedAt,
  termsIp: _termsIp,
  clientEmail: _clientEmail,
  ...bookingColumns
} = getTableColumns(b);

const RECORD_FIELDS = {
  ...bookingColumns,
  /** The unit that holds the booking's days. */
  dumpsterId: leftJoined(held.dumpsterId),
  /** The last day on which that unit is reserved for the booking. */
  heldUntil: leftJoined(held.endDate),
  /** Why staff must look at the booking, the most urgent reason first. */
  attention: sql<AttentionReason[]>`CASE WHEN b.needs_attention IS NULL THEN '' ELSE (
    SELECT group_concat(reason) FROM attention WHERE booking_id = b.id) END`.mapWith((text: string) =>
    ATTENTION_REASONS.filter((reason) => text.split(',').includes(reason)),
  ),
};

/** A booking as staff see it, with the unit that holds its days. Instants in milliseconds, amounts in cents. */
export type BookingRecord = SelectedRow<typeof RECORD_FIELDS>;

export const RECORDS = {
  /** INDEXED BY: through another index SQLite reads two rows a booking (worker/db/schema/dumpsters.ts). */
  from: sql`bookings b LEFT JOIN dumpster_schedule held INDEXED BY dumpster_schedule_first ON held.booking_id = b.id AND held.role = 'first'`,
  fields: RECORD_FIELDS,
};

export async function findRecord(db: Db, id: number): Promise<BookingRecord | null> {
  const [row] = await readRows(
    db,
    RECORD_FIELDS,
    (columns) => sql`SELECT ${columns} FROM ${RECORDS.from} WHERE b.id = ${id}`,
  );
  return row ?? null;
}

export type BookingChanges = Partial<
  Pick<BookingRecord, 'status' | 'finalPrice' | 'finalPriceLines' | 'permitNumber' | 'permitExpires'>
>;

/** Changes a booking if it still has the version that was read and `only` holds. */
export function updateRecord(
  db: Db,
  { id, version }: Pick<BookingRecord, 'id' | 'version'>,
  { changes, only = sql`1` }: { changes: BookingChanges; only?: SQL | undefined },
) {
  const sets = [sql`version = ${version + 1}`];
  if (changes.status !== undefined) sets.push(sql`status = ${changes.status}`);
  if (changes.finalPrice !== undefined) sets.push(sql`final_price = ${changes.finalPrice}`);
  if (changes.finalPriceLines !== undefined) {
    const { finalPriceLines } = changes;
    sets.push(sql`final_price_lines = ${finalPriceLines && JSON.stringify(finalPriceLines)}`);
  }
  if (changes.permitNumber !== undefined) sets.push(sql`permit_number = ${changes.permitNumber}`);
  if (changes.permitExpires !== undefined) sets.push(sql`permit_expires = ${changes.permitExpires}`);
  return db.run(sql`
    UPDATE bookings SET ${sql.join(sets, sql`, `)} WHERE id = ${id} AND version = ${version} AND ${only}`);
}

/** For the batch of a change: true after the change. */
export function isBookingAt(id: number, version: number): SQL {
  return sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${id} AND version = ${version})`;
}

/** True for an active booking without a unit up to `until`; with `and` also only while that holds. */
export function lacksUnitCondition(id: number, until: Day, and: SQL = sql`1`): SQL {
  return sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${id} AND status NOT IN ('completed', 'cancelled'))
    AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${id} AND end_date >= ${until}) AND ${and}`;
}
