import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { PriceAddition } from '#domain/catalog/final-price.ts';
import { ATTENTION_REASONS, type AttentionReason } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { decodeRows, leftJoined, queryStatement, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { dumpsterSchedule, dumpsters } from '#worker/base/db/schema/dumpsters.ts';
import { nameOf } from '#worker/base/history/repo.ts';

/** A unit with the days that it is reserved for a booking. */
export type BookingUnit = { id: number; number: string; role: string; startDate: Day; endDate: Day };
/** The unit of an exchange. `isBrought`: 1 once the exchange is done. */
type ExchangeUnit = BookingUnit & { isBrought: 0 | 1 };

/** Of an operation. */
const IS_RUNNING = sql`state NOT IN ('succeeded', 'failed', 'canceled')`;
const b = alias(bookings, 'b');
const held = alias(dumpsterSchedule, 'held');
const unit = alias(dumpsters, 'unit');
const {
  stripeClientSecret: _stripeClientSecret,
  stripeCustomerId: _stripeCustomerId,
  stripePaymentMethodId: _stripePaymentMethodId,
  dumpsterId: _dumpsterId,
  termsAcceptedAt: _termsAcceptedAt,
  termsIp: _termsIp,
  clientEmail: _clientEmail,
  contactKey: _contactKey,
  clientKey: _clientKey,
  requestKey: _requestKey,
  requestHash: _requestHash,
  ...bookingColumns
} = getTableColumns(b);

const RECORD_FIELDS = {
  ...bookingColumns,
  balanceDue: sql<number>`b.balance_due`,
  /** The name of the user who made the booking; null if the customer did. */
  createdBy: sql<string | null>`CASE WHEN b.created_by IS NOT NULL THEN ${nameOf(sql`b.created_by`)} END`,
  /** The unit of the delivery; after an exchange see findCurrentUnit. */
  dumpsterId: leftJoined(held.dumpsterId),
  /** The last day on which that unit is reserved for the booking. */
  heldUntil: leftJoined(held.endDate),
  /** The number of that unit. */
  dumpsterNumber: leftJoined(unit.dumpsterNumber),
  heldFrom: leftJoined(held.startDate),
  /** The units of exchanges. */
  exchangeUnits: sql<ExchangeUnit[]>`(
    SELECT json_group_array(json_object('id', s.dumpster_id, 'number', d.dumpster_number, 'role', s.role,
      'startDate', s.start_date, 'endDate', s.end_date, 'isBrought', CAST(substr(s.role, 10) AS INTEGER) <= (
        SELECT count(*) FROM jobs WHERE booking_id = b.id AND type = 'exchange' AND status = 'done')))
    FROM dumpster_schedule s INDEXED BY dumpster_schedule_exchanges JOIN dumpsters d ON d.id = s.dumpster_id
    WHERE s.booking_id = b.id AND s.role <> 'first')`.mapWith(
    (text: string) => JSON.parse(text) as ExchangeUnit[],
  ),
  /** What changes of the rental and staff added to the price. */
  additions: sql<(PriceAddition & { id: number })[]>`(
    SELECT json_group_array(json_object('id', id, 'type', type, 'itemId', item_id, 'quantity', quantity,
      'unitAmount', unit_amount, 'isFee', ${isFeeAddition()}))
    FROM price_additions WHERE booking_id = b.id AND ${isCountedAddition()})`.mapWith((text: string) =>
    (JSON.parse(text) as (PriceAddition & { id: number })[])
      .map((addition) => ({ ...addition, isFee: Boolean(addition.isFee) }))
      .toSorted((x, y) => x.id - y.id),
  ),
  isCancelling: sql<boolean>`${isCancelling(sql`b.id`)}`.mapWith(Boolean),
  /** Why staff must look at the booking, the most urgent reason first. */
  attention: sql<AttentionReason[]>`CASE WHEN b.needs_attention IS NULL THEN '' ELSE (
    SELECT group_concat(reason) FROM attention WHERE booking_id = b.id) END`.mapWith((text: string) =>
    ATTENTION_REASONS.filter((reason) => text.split(',').includes(reason)),
  ),
};

/** A booking as staff see it, with the unit that holds its days. Instants in milliseconds, amounts in cents. */
export type BookingRecord = SelectedRow<typeof RECORD_FIELDS>;

const { quote, additions, rateCardId, rentalType, dumpsterType, materialId, zone, placementType } =
  RECORD_FIELDS;
const { state, zip, depositAmount, status, finalPrice, paidAmount, dueAgainAmount, balanceDue } =
  RECORD_FIELDS;
const QUOTED_FIELDS = {
  quote,
  additions,
  rateCardId,
  rentalType,
  dumpsterType,
  materialId,
  zone,
  placementType,
  state,
  zip,
  depositAmount,
};
/** What the price and the balance of a booking follow from. */
export const MONEY_FIELDS = { ...QUOTED_FIELDS, status, finalPrice, paidAmount, dueAgainAmount, balanceDue };
export type QuotedRecord = SelectedRow<typeof QUOTED_FIELDS>;
export type MoneyRecord = SelectedRow<typeof MONEY_FIELDS>;

export const RECORDS = {
  /** INDEXED BY: through another index SQLite reads two rows a booking (worker/base/db/schema/dumpsters.ts). */
  from: sql`bookings b
    LEFT JOIN dumpster_schedule held INDEXED BY dumpster_schedule_first ON held.booking_id = b.id AND held.role = 'first'
    LEFT JOIN dumpsters unit ON unit.id = held.dumpster_id`,
  fields: RECORD_FIELDS,
};

const recordQuery = (id: number) => ({
  fields: RECORD_FIELDS,
  query: (columns: SQL) => sql`SELECT ${columns} FROM ${RECORDS.from} WHERE b.id = ${id}`,
});

export async function findRecord(db: Db, id: number): Promise<BookingRecord | null> {
  const { fields, query } = recordQuery(id);
  const [row] = await readRows(db, fields, query);
  return row ?? null;
}

/** For the end of a commit: the booking as the writes before it leave it. */
export const selectRecord = (db: Db, id: number) => queryStatement(db, recordQuery(id));

/** The booking that selectRecord returned. Throws if there is none. */
export function decodeRecord(result: D1Result): BookingRecord {
  const [record] = decodeRows(RECORD_FIELDS, result);
  if (!record) throw new Error('A booking that was written is gone');
  return record;
}

/** The units of a booking, in the order of their days. */
export function listBookingUnits(record: BookingRecord): BookingUnit[] {
  const { dumpsterId: id, dumpsterNumber: number, heldFrom: startDate, heldUntil: endDate } = record;
  const isHeld = id !== null && number !== null && startDate !== null && endDate !== null;
  const first = isHeld ? [{ id, number, role: 'first', startDate, endDate }] : [];
  return [...first, ...record.exchangeUnits.toSorted((a, b) => a.startDate.localeCompare(b.startDate))];
}

/** The unit that is on site, else the one of the delivery; null without one. */
export function findCurrentUnit(record: BookingRecord): BookingUnit | null {
  const units = listBookingUnits(record);
  const brought = units.filter(({ role }) =>
    record.exchangeUnits.some((unit) => unit.role === role && unit.isBrought === 1),
  );
  return brought.at(-1) ?? units[0] ?? null;
}

/**
 * Whether an addition counts in the price: it is not voided, and its job, if it is for one, is not cancelled. The charge
 * of a job that staff cancelled counts if they kept it as a cancellation fee.
 */
export function isCountedAddition(): SQL {
  return sql`price_additions.voided_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM jobs charged
    WHERE charged.id = price_additions.job_id AND charged.status = 'cancelled' AND charged.charge_kept_at IS NULL)`;
}

/** Whether an addition is the charge of a job that staff cancelled and whose charge they kept. */
export function isFeeAddition(): SQL {
  return sql`EXISTS (
    SELECT 1 FROM jobs charged
    WHERE charged.id = price_additions.job_id AND charged.charge_kept_at IS NOT NULL)`;
}

export type BookingChanges = Partial<
  Pick<
    BookingRecord,
    | 'status'
    | 'finalPrice'
    | 'finalPriceLines'
    | 'quote'
    | 'zone'
    | 'placementType'
    | 'permitNumber'
    | 'permitExpires'
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'phone'
    | 'secondPhone'
    | 'company'
    | 'poNumber'
    | 'address'
    | 'city'
    | 'state'
    | 'zip'
    | 'placement'
    | 'notes'
    | 'internalNotes'
    | 'rateCardId'
    | 'rentalType'
    | 'dumpsterType'
    | 'deliveryDate'
    | 'endDate'
    | 'pickupDay'
    | 'pickupAskedDay'
    | 'keptDaysRemoved'
  >
>;

/** For the batch of a change with the guard isBookingAt: the fields, and the next version. */
export function updateRecord(
  db: Db,
  { id, version }: Pick<BookingRecord, 'id' | 'version'>,
  changes: BookingChanges,
) {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const sets = given.map(([field, value]) => {
    const column = bookings[field as keyof BookingChanges];
    return sql`${sql.identifier(column.name)} = ${value === null ? null : column.mapToDriverValue(value)}`;
  });
  return db.run(sql`
    UPDATE bookings SET ${sql.join([sql`version = ${version + 1}`, ...sets], sql`, `)} WHERE id = ${id}`);
}

/** The guard of each change of a booking that was read at this version. */
export function isBookingAt(id: number, version: number): SQL {
  return sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${id} AND version = ${version})`;
}

/** The day; null once the unit of the booking is picked up. */
export function unlessPickedUp(id: number, day: Day): SQL {
  return sql`(SELECT CASE WHEN site_status <> 'picked_up' THEN ${day} END FROM bookings WHERE id = ${id})`;
}

/**
 * True while a cancellation of the booking runs. Until it has ended, a trigger refuses every other change of the booking
 * (booking_cancelling).
 */
function isCancelling(id: number | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM payment_operations
    WHERE booking_id = ${id} AND kind = 'cancel' AND ${IS_RUNNING})`;
}

/** The running cancellation of a booking, with the name of who started it. */
export async function findCancellation(db: Db, id: number): Promise<{ startedBy: string | null } | null> {
  const [cancellation] = await readRows(
    db,
    { startedBy: sql<string | null>`${nameOf(sql`o.created_by`)}` },
    (columns) => sql`
      SELECT ${columns} FROM payment_operations o WHERE booking_id = ${id} AND kind = 'cancel' AND ${IS_RUNNING}`,
  );
  return cancellation ?? null;
}

export async function hasCancellation(db: Db, id: number): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 WHERE ${isCancelling(id)}`);
  return rows.length > 0;
}

/** True for an active booking without a unit up to `until`. */
export function lacksUnit(id: number, until: Day): SQL {
  return sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${id} AND status NOT IN ('completed', 'cancelled') AND site_status <> 'picked_up')
    AND NOT ${isCancelling(id)}
    AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${id} AND end_date >= ${until})`;
}
