import { Buffer } from 'node:buffer';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { BookingPause, BusinessProfile } from '#worker/base/business/repo.ts';
import type { Db } from '#worker/base/db/client.ts';
import { bookingPause, businessLogos, businessProfile } from '#worker/base/db/schema/business.ts';

type ProfileChange = Partial<BusinessProfile> & Pick<BusinessProfile, 'version'>;
type PauseChange = Partial<BookingPause> & Pick<BookingPause, 'version'>;

/** `changes.version`: the new version. Changes nothing if another change made it first. */
export function updateProfile(db: Db, changes: ProfileChange) {
  return db
    .update(businessProfile)
    .set(changes)
    .where(eq(businessProfile.version, changes.version - 1));
}

export const isProfileAt = (version: number): SQL =>
  sql`EXISTS (SELECT 1 FROM business_profile WHERE version = ${version})`;

/** `changes.version`: the new version. Changes nothing if another change made it first. */
export function updatePause(db: Db, changes: PauseChange) {
  return db
    .update(bookingPause)
    .set(changes)
    .where(eq(bookingPause.version, changes.version - 1));
}

export const isPauseAt = (version: number): SQL =>
  sql`EXISTS (SELECT 1 FROM booking_pause WHERE version = ${version})`;

export type Logo = { mediaType: 'image/svg+xml' | 'image/png'; content: Uint8Array };

/** Does nothing when the same content is stored already. */
export async function insertLogo(
  db: Db,
  { content, ...row }: Logo & { hash: string; createdAt: number },
): Promise<void> {
  await db
    .insert(businessLogos)
    .values({ ...row, content: Buffer.from(content) })
    .onConflictDoNothing();
}

export async function findLogo(db: Db, hash: string): Promise<Logo | null> {
  const [row] = await db
    .select({ mediaType: businessLogos.mediaType, content: businessLogos.content })
    .from(businessLogos)
    .where(eq(businessLogos.hash, hash));
  return row ?? null;
}
