import { eq, type SQL, sql } from 'drizzle-orm';
import type { AttentionReason } from '#domain/bookings.ts';
import type { Db } from '#worker/db/client.ts';
import { bookings } from '#worker/db/schema/bookings.ts';

export type Booking = typeof bookings.$inferSelect;

export async function findByIntent(db: Db, intentId: string): Promise<Booking | null> {
  const rows = await db.select().from(bookings).where(eq(bookings.stripePaymentIntentId, intentId));
  return rows[0] ?? null;
}

/** The number of the booking that an intent paid for, inside a statement of the same batch. */
export function bookingIdOf(intentId: string): SQL {
  return sql`(SELECT id FROM bookings WHERE stripe_payment_intent_id = ${intentId})`;
}

export type PaidDeposit = {
  intentId: string;
  customerId: string | null;
  paymentMethodId: string | null;
  /** Cents that arrived. */
  amount: number;
  needsAttention: AttentionReason | null;
};

/** The booking that a revision of a checkout becomes: once per intent, while `condition` holds. */
export function insertBooking(
  db: Db,
  {
    source,
    paid,
    nowMs,
    condition,
  }: { source: { checkoutId: string; revision: number }; paid: PaidDeposit; nowMs: number; condition: SQL },
) {
  return db.run(sql`
    INSERT INTO bookings (first_name, last_name, email, phone, address, city, state, zip, rental_type,
      dumpster_type, delivery_date, notes, deposit_amount, stripe_payment_intent_id, stripe_customer_id,
      stripe_payment_method_id, status, payment_status, needs_attention, terms_version, terms_accepted_at,
      terms_ip, created_at)
    SELECT r.first_name, r.last_name, r.email, r.phone, r.address, r.city, r.state, r.zip, r.rental_type,
      r.dumpster_type, r.delivery_date, nullif(r.notes, ''), ${paid.amount}, ${paid.intentId}, ${paid.customerId},
      ${paid.paymentMethodId}, 'pending', 'deposit_paid', ${paid.needsAttention}, c.terms_version,
      c.terms_accepted_at, c.terms_ip, ${nowMs}
    FROM checkout_revisions r JOIN checkouts c ON c.id = r.checkout_id
    WHERE r.checkout_id = ${source.checkoutId} AND r.revision = ${source.revision} AND ${condition}
    ON CONFLICT (stripe_payment_intent_id) DO NOTHING`);
}

/** Flags a booking that holds no days, unless it is flagged already. */
export function flagWithoutUnit(db: Db, bookingId: SQL, condition: SQL) {
  return db.run(sql`
    UPDATE bookings SET needs_attention = 'no_unit'
    WHERE id = ${bookingId} AND needs_attention IS NULL AND ${condition}
      AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${bookingId})`);
}
