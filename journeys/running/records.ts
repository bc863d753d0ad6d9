import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** A booking in the database: its row, the days of its unit, and its payments in the ledger. */
export type BookingRecord = {
  firstName: string;
  address: string;
  notes: string | null;
  rentalType: string;
  dumpsterType: string;
  deliveryDate: string;
  depositAmount: number;
  status: string;
  paymentStatus: string;
  needsAttention: string | null;
  schedule: { unitType: string; startDate: string; endDate: string }[];
  ledger: { id: string; type: string; kind: string; amount: number; status: string }[];
};

const BOOKINGS = `
  SELECT id, first_name AS firstName, address, notes, rental_type AS rentalType, dumpster_type AS dumpsterType,
    delivery_date AS deliveryDate, deposit_amount AS depositAmount, status, payment_status AS paymentStatus,
    needs_attention AS needsAttention
  FROM bookings WHERE email = ? ORDER BY id`;
const SCHEDULE = `
  SELECT dumpster_type AS unitType, start_date AS startDate, end_date AS endDate
  FROM dumpster_schedule JOIN dumpsters ON dumpsters.id = dumpster_id WHERE booking_id = ?`;
const LEDGER =
  'SELECT id, type, kind, amount, status FROM transactions WHERE booking_id = ? ORDER BY created_at';
const TEXT_CONSENTS = `
  SELECT text_consents.phone, is_given AS isGiven, text_consents.source, wording FROM text_consents
  JOIN bookings ON bookings.id = booking_id WHERE email = ? ORDER BY text_consents.id`;
const HOLDS = `
  SELECT DISTINCT held.start_date AS startDate, held.end_date AS endDate
  FROM dumpster_schedule AS held JOIN checkout_revisions USING (checkout_id, revision) WHERE email = ?`;

/** Reads the database of a running system directly, without changes. */
export class Records {
  readonly #file: string;

  constructor(stateDir: string) {
    const folder = join(stateDir, 'platform', 'd1', 'miniflare-D1DatabaseObject');
    const name = readdirSync(folder).find((file) => /^[0-9a-f]{64}\.sqlite$/.test(file));
    if (!name) throw new Error(`No database below ${stateDir}`);
    this.#file = join(folder, name);
  }

  bookingsOf({ email }: { email: string }): BookingRecord[] {
    return this.#read((all) =>
      all(BOOKINGS, email).map(({ id, ...booking }) => ({
        ...booking,
        schedule: all(SCHEDULE, id),
        ledger: all(LEDGER, id),
      })),
    ) as unknown as BookingRecord[];
  }

  /** The id of a customer's latest booking. */
  numberOf({ email }: { email: string }): number {
    const [row] = this.#read((all) => all('SELECT max(id) AS id FROM bookings WHERE email = ?', email));
    return Number(row?.id);
  }

  /** The advertisement with which the customer of the latest booking came. */
  utmOf({ email }: { email: string }): unknown {
    const [row] = this.#read((all) =>
      all('SELECT utm FROM bookings WHERE email = ? ORDER BY id DESC', email),
    );
    return JSON.parse(String(row?.utm ?? null));
  }

  /** What a customer said about text messages, in the order of time. */
  textConsentsOf({ email }: { email: string }): Record<string, unknown>[] {
    return this.#read((all) => all(TEXT_CONSENTS, email));
  }

  /** Days that are held for a customer who has not paid. */
  holdsOf({ email }: { email: string }): { startDate: string; endDate: string }[] {
    return this.#read((all) => all(HOLDS, email)) as unknown as { startDate: string; endDate: string }[];
  }

  /** The stored photos of a driver, in the order of their arrival. */
  driverPhotosOf(driverId: number): { id: string; width: number; height: number; mediaType: string }[] {
    const photos =
      'SELECT upload_id AS id, width, height, media_type AS mediaType FROM delivery_photos WHERE driver_id = ? ORDER BY delivery_photos.id';
    return this.#read((all) => all(photos, driverId)) as unknown as ReturnType<Records['driverPhotosOf']>;
  }

  /** How many actions and photos of a driver are stored. */
  driverWorkOf(driverId: number): { actions: number; photos: number } {
    return this.#read((all) => ({
      actions: all('SELECT id FROM driver_actions WHERE driver_id = ?', driverId).length,
      photos: all('SELECT id FROM delivery_photos WHERE driver_id = ?', driverId).length,
    }));
  }

  #read<T>(use: (all: All) => T): T {
    const database = new DatabaseSync(this.#file, { readOnly: true });
    try {
      return use((sql, value = null) =>
        database
          .prepare(sql)
          .all(value)
          .map((row) => ({ ...row })),
      );
    } finally {
      database.close();
    }
  }
}

type All = (sql: string, value?: SQLOutputValue) => Record<string, SQLOutputValue>[];
