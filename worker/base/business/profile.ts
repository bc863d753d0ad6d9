import type { Db } from '#worker/base/db/client.ts';
import { type BusinessProfile, type FirstProfile, findProfile, insertFirstProfile } from './repo.ts';

/** The parts of a context that a read of the profile needs. */
type Source = { db: Db; settings: { firstProfile: FirstProfile } };

/**
 * The business as customers see it now, inserted from [vars] the first time. Read from the database at every use: one
 * row by its key, in e-mails and refusals only, and a change takes effect at once.
 */
export async function getBusinessProfile({ db, settings }: Source): Promise<BusinessProfile> {
  const found = await findProfile(db);
  if (found) return found;
  await insertFirstProfile(db, settings.firstProfile);
  const inserted = await findProfile(db);
  if (!inserted) throw new Error('The business profile was not stored');
  return inserted;
}

/** The parts of the profile that customers see. */
export function publicBusinessOf(profile: BusinessProfile) {
  const { name, phone, email, openingHours, creditName, creditUrl, accent, frameOrigins, logoHash } = profile;
  const logoUrl = logoHash === null ? null : logoPath(logoHash);
  return { name, phone, email, openingHours, creditName, creditUrl, accent, logoUrl, frameOrigins };
}

export function logoPath(hash: string): string {
  return `/api/business/logo/${hash}`;
}

/** Each instance reads the phone number this often while it refuses calls. */
const FRESH_MS = 5000;
const knownPhones = new WeakMap<object, { phone: string; readAtMs: number }>();

/**
 * The phone number for calls that are refused in maintenance. Writes nothing, because a restore must be the only writer.
 * When the database does not answer: the last known number, or that of [vars]. `instance`: the key of the memory.
 */
export async function readPhoneInMaintenance(
  instance: object,
  { db, settings }: Source,
  nowMs: number,
): Promise<string> {
  const known = knownPhones.get(instance);
  if (known && nowMs - known.readAtMs < FRESH_MS) return known.phone;
  const profile = await findProfile(db).catch(() => null);
  const phone = profile?.phone ?? known?.phone ?? settings.firstProfile.phone;
  knownPhones.set(instance, { phone, readAtMs: nowMs });
  return phone;
}
