import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import type { PlacementType } from '#domain/catalog/quote.ts';
import { sha256 } from '#worker/platform/digest.ts';

/** Fields that earlier releases did not have. */
const LATER_FIELDS = ['company', 'placement', 'poNumber'] as const satisfies (keyof BookingDetails)[];

/** All fields that a customer can change and that every release has, in a fixed order. */
const DETAILS = (Object.keys(bookingDetails.shape) as (keyof BookingDetails)[]).filter(
  (key) => !LATER_FIELDS.some((later) => later === key),
);

/** Of the first rate card. */
const FIRST_MATERIAL = 'mixed';

const DERIVED = 'details:';

type Choices = {
  material?: string | undefined;
  placementType?: PlacementType | undefined;
  quantity?: number | undefined;
};

/**
 * SHA-256 of the details, the material, the placement and the quantity: equal when all of them are equal. The first material on
 * private property counts as no choice, and an empty later field as absent: releases without them stored the same
 * digest.
 */
export function detailsFingerprint(
  details: BookingDetails,
  { material = FIRST_MATERIAL, placementType = 'private', quantity = 1 }: Choices,
): Promise<string> {
  const values: string[] = DETAILS.map((key) => details[key]);
  if (material !== FIRST_MATERIAL || placementType !== 'private') values.push(material, placementType);
  for (const key of LATER_FIELDS) if (details[key] !== '') values.push(`${key}=${details[key]}`);
  if (quantity !== 1) values.push(`quantity=${quantity}`);
  return sha256(JSON.stringify(values));
}

/** The key of a call without Idempotency-Key: a digest of its details and address. */
export async function keyFromDetails(fingerprint: string, ip: string): Promise<string> {
  return `${DERIVED}${await sha256(`${fingerprint} ${ip}`)}`;
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
