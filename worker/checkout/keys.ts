import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import { digitsOf, splitPhone } from '#domain/phone-numbers.ts';
import { sha256 } from '#worker/platform/digest.ts';

/** All that a customer can change, in the order in which it is digested. */
const DETAILS = Object.keys(bookingDetails.shape) as (keyof BookingDetails)[];

const DERIVED = 'details:';

/** The same details give the same text. */
export function fingerprintOf(details: BookingDetails): Promise<string> {
  return sha256(JSON.stringify(DETAILS.map((key) => details[key])));
}

/** What stands for a caller without an Idempotency-Key: the details and where they came from. */
export async function derivedKey(fingerprint: string, ip: string): Promise<string> {
  return `${DERIVED}${await sha256(`${fingerprint} ${ip}`)}`;
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The last ten digits before an extension: '+1 (555) 010-0142 x3' and '555 010 0142' are one phone. */
export function phoneKey(phone: string): string {
  return digitsOf(splitPhone(phone).number).slice(-10);
}
