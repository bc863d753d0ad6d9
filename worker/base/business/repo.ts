import { and, desc, eq, lte } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import {
  bookingPause,
  businessLogos,
  businessProfile,
  termsVersions,
} from '#worker/base/db/schema/business.ts';

export type BusinessProfile = Omit<typeof businessProfile.$inferSelect, 'id'>;
export type FirstProfile = Pick<
  BusinessProfile,
  'name' | 'phone' | 'email' | 'creditName' | 'creditUrl' | 'frameOrigins'
>;
export type BookingPause = Omit<typeof bookingPause.$inferSelect, 'id'>;

export async function findProfile(db: Db): Promise<BusinessProfile | null> {
  const [row] = await db.select().from(businessProfile);
  if (!row) return null;
  const { id: _id, ...profile } = row;
  return profile;
}

/** The media type of a logo; null without one. */
export async function findLogoType(db: Db, hash: string) {
  const { mediaType } = businessLogos;
  const [row] = await db.select({ mediaType }).from(businessLogos).where(eq(businessLogos.hash, hash));
  return row?.mediaType ?? null;
}

/** Does nothing when another call inserted the profile first. */
export async function insertFirstProfile(db: Db, first: FirstProfile): Promise<void> {
  await db
    .insert(businessProfile)
    .values({ id: 1, ...first })
    .onConflictDoNothing();
}

export async function readPause(db: Db): Promise<BookingPause> {
  const { isPaused, text, version } = bookingPause;
  const [row] = await db.select({ isPaused, text, version }).from(bookingPause);
  if (!row) throw new Error('Table booking_pause is empty: the migrations insert its row');
  return row;
}

/** The version of the terms that is current; also for a batch. Empty before the first is stored. */
export function selectCurrentTerms(db: Db, nowMs: number) {
  return db
    .select({ version: termsVersions.version })
    .from(termsVersions)
    .where(and(eq(termsVersions.type, 'terms'), lte(termsVersions.publishedAt, nowMs)))
    .orderBy(desc(termsVersions.publishedAt))
    .limit(1);
}
