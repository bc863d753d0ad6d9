import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import type { PlacementType } from '#domain/catalog/quote.ts';
import { sha256 } from '#worker/base/platform/digest.ts';

/** All fields that a customer can change, in a fixed order. */
const DETAILS = Object.keys(bookingDetails.shape) as (keyof BookingDetails)[];

const DERIVED = 'details:';

type Choices = {
  material?: string | undefined;
  placementType?: PlacementType | undefined;
  quantity?: number | undefined;
};

/** SHA-256 of the details, the material, the placement and the quantity: equal when all of them are equal. */
export function detailsFingerprint(
  details: BookingDetails,
  { material = '', placementType = 'private', quantity = 1 }: Choices,
): Promise<string> {
  const values = DETAILS.map((key) => details[key]);
  return sha256(JSON.stringify([...values, material, placementType, quantity]));
}

/** The key of a call without Idempotency-Key: a digest of its details and address. */
export async function keyFromDetails(fingerprint: string, ip: string): Promise<string> {
  return `${DERIVED}${await sha256(`${fingerprint} ${ip}`)}`;
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
