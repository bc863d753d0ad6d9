import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { CancellationPolicy } from '#domain/catalog/rate-card.ts';
import { listShareIds } from '#domain/money/shares.ts';
import type { Db } from '#worker/base/db/client.ts';
import { insertSelect } from '#worker/base/db/rows.ts';
import { agreedPriceColumns, bookingDetailColumns } from '#worker/base/db/schema/booking-columns.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { checkoutRevisions, checkouts } from '#worker/base/db/schema/checkouts.ts';

const DETAILS = Object.keys(bookingDetailColumns) as (keyof typeof bookingDetailColumns)[];

const AGREED = Object.keys(agreedPriceColumns) as (keyof typeof agreedPriceColumns)[];

export type BookingRow = typeof bookings.$inferSelect;

export async function findBookingByIntent(db: Db, intentId: string): Promise<BookingRow | null> {
  const rows = await db.select().from(bookings).where(eq(bookings.stripePaymentIntentId, intentId));
  return rows[0] ?? null;
}

/** The bookings that a payment of the public page paid for, in the order of its shares. */
export function listBookingsOfOrder(db: Db, intentId: string) {
  return db
    .select()
    .from(bookings)
    .where(inArray(bookings.stripePaymentIntentId, listShareIds(intentId)))
    .orderBy(bookings.stripePaymentIntentId);
}

/** The id of the booking that an intent paid for, inside a statement of the same batch. */
export function bookingIdOf(intentId: string): SQL {
  return sql`(SELECT id FROM bookings WHERE stripe_payment_intent_id = ${intentId})`;
}

export type PaidDeposit = {
  intentId: string;
  /** The card on file; null until it is saved. */
  card: { customerId: string; paymentMethodId: string } | null;
  /** Cents that were paid. */
  amount: number;
  /** The total that the payment settled, in cents; null when a balance remains or is not known yet. */
  finalPrice: number | null;
  /** The rule of the rate card that the customer agreed to. */
  cancellationPolicy: CancellationPolicy | null;
};

/** Inserts the booking of a checkout revision: once per intent. */
export function insertBooking(
  db: Db,
  {
    source,
    paid,
    nowMs,
  }: { source: { checkoutId: string; revision: number }; paid: PaidDeposit; nowMs: number },
) {
  const values = {
    ...detailsOfRevision(),
    ...agreedPriceOfRevision(),
    rateCardId: sql`${checkouts.rateCardId}`,
    utm: sql`${checkouts.utm}`,
    depositAmount: paid.amount,
    stripePaymentIntentId: paid.intentId,
    stripeCustomerId: paid.card?.customerId ?? null,
    stripePaymentMethodId: paid.card?.paymentMethodId ?? null,
    status: 'pending',
    finalPrice: paid.finalPrice,
    cancellationPolicy: paid.cancellationPolicy,
    paymentStatus: paid.finalPrice === null ? 'deposit_paid' : 'fully_paid',
    termsVersion: sql`${checkouts.termsVersion}`,
    termsAcceptedAt: sql`${checkouts.termsAcceptedAt}`,
    termsIp: sql`${checkouts.termsIp}`,
    endDate: sql`${checkoutRevisions.endDate}`,
    pickupDay: sql`${checkoutRevisions.pickupDay}`,
    createdAt: nowMs,
  } as const;
  return db.run(sql`
    ${insertSelect(bookings, values)}
    FROM ${checkoutRevisions} JOIN ${checkouts} ON ${checkouts.id} = ${checkoutRevisions.checkoutId}
    WHERE ${checkoutRevisions.checkoutId} = ${source.checkoutId}
      AND ${checkoutRevisions.revision} = ${source.revision}
    ON CONFLICT (stripe_payment_intent_id) DO NOTHING RETURNING id, version`);
}

/** Every detail of the revision. An empty optional detail is null in the booking. */
function detailsOfRevision() {
  const values = DETAILS.map((key) => {
    const column = checkoutRevisions[key];
    return [key, bookings[key].notNull ? sql`${column}` : sql`nullif(${column}, '')`];
  });
  return Object.fromEntries(values) as Record<keyof typeof bookingDetailColumns, SQL>;
}

/** The price that was agreed for the revision. */
function agreedPriceOfRevision() {
  const values = AGREED.map((key) => [key, sql`${checkoutRevisions[key]}`]);
  return Object.fromEntries(values) as Record<keyof typeof agreedPriceColumns, SQL>;
}
