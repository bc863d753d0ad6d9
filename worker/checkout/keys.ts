import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import type { PlacementType } from '#domain/catalog/quote.ts';
import { digitsOf, splitPhone } from '#domain/phone-numbers.ts';
import { sha256 } from '#worker/platform/digest.ts';

/** All fields that a customer can change, in a fixed order. */
const DETAILS = Object.keys(bookingDetails.shape) as (keyof BookingDetails)[];

/** Of the first rate card. */
const FIRST_MATERIAL = 'mixed';

const DERIVED = 'details:';

type Choices = { material?: string | undefined; placementType?: PlacementType | undefined };

/**
 * SHA-256 of the details, the material and the placement: equal when all of them are equal. The first material on
 * private property counts as no choice: releases without these choices stored the same digest.
 */
export function detailsFingerprint(
  details: BookingDetails,
  { material = FIRST_MATERIAL, placementType = 'private' }: Choices,
): Promise<string> {
  const values: string[] = DETAILS.map((key) => details[key]);
  if (material !== FIRST_MATERIAL || placementType !== 'private') values.push(material, placementType);
  return sha256(JSON.stringify(values));
}

/** The key of a call without Idempotency-Key: a digest of its details and address. */
export async function keyFromDetails(fingerprint: string, ip: string): Promise<string> {
  return `${DERIVED}${await sha256(`${fingerprint} ${ip}`)}`;
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The last ten digits before an extension, so that '+1 (555) 010-0142 x3' equals '555 010 0142'. */
export function phoneKey(phone: string): string {
  return digitsOf(splitPhone(phone).number).slice(-10);
}
