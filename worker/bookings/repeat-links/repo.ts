import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { insertSelect, type SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { repeatLinks } from '#worker/base/db/schema/repeat-links.ts';

/** Returns false if the booking has another e-mail address by now: the link would go to a stranger. */
export async function insertRepeatLink(
  db: Db,
  link: typeof repeatLinks.$inferInsert,
  { email }: { email: string },
): Promise<boolean> {
  const isStillTheirs = sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${link.bookingId} AND email = ${email})`;
  const { meta } = await db.run(sql`${insertSelect(repeatLinks, link)} WHERE ${isStillTheirs}`);
  return meta.changes > 0;
}

const REPEATED_FIELDS = {
  firstName: bookings.firstName,
  lastName: bookings.lastName,
  email: sql<string>`${bookings.email}`,
  phone: bookings.phone,
  company: sql<string>`coalesce(${bookings.company}, '')`,
  address: bookings.address,
  city: bookings.city,
  state: bookings.state,
  zip: bookings.zip,
  rentalType: bookings.rentalType,
  dumpsterType: bookings.dumpsterType,
  material: bookings.materialId,
  placementType: bookings.placementType,
};

/** The booking of a link that has not ended. */
export async function findRepeatedBooking(
  db: Db,
  { tokenHash, nowMs }: { tokenHash: string; nowMs: number },
): Promise<SelectedRow<typeof REPEATED_FIELDS> | null> {
  const [row] = await db
    .select(REPEATED_FIELDS)
    .from(repeatLinks)
    .innerJoin(bookings, eq(bookings.id, repeatLinks.bookingId))
    .where(and(eq(repeatLinks.tokenHash, tokenHash), gt(repeatLinks.expiresAt, nowMs)));
  return row ?? null;
}
