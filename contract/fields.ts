import * as z from 'zod/mini';
import { isDay } from '#domain/days.ts';
import { digitsOf, splitPhone } from '#domain/phone-numbers.ts';
import { DUMPSTER_TYPES, parseDumpsterType, parseRentalType, RENTAL_TYPES } from '#domain/rental.ts';
import { US_STATE_CODES } from '#domain/us-states.ts';

/** Lengths at most, in characters. */
export const LIMITS = { name: 100, email: 254, address: 200, phone: 40, text: 2000 } as const;

/** Also halves of a surrogate pair, which are no text, and Unicode's own line breaks. */
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** All but tab, line feed and carriage return. */
const CONTROL_BUT_LINES = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

/** For text that is shown in one line, or compared. */
export const withoutControls = z.refine<string>(
  (text) => !CONTROL.test(text),
  'Must not contain control characters',
);

/** Not only blanks and characters that show nothing: zero-width ones, writing directions, fillers, soft hyphens. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A required single line: trimmed, `required` as the message when there is nothing to see in it. */
export function line(required: string, max: number) {
  return z.string(required).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(max, `Must be at most ${max} characters`),
    withoutControls,
    z.refine((text) => VISIBLE.test(text), required),
  );
}

/** Free text over several lines, empty when there is none. */
export const freeText = z.string('Must be text').check(
  z.trim(),
  z.maxLength(LIMITS.text, `Must be at most ${LIMITS.text} characters`),
  z.refine((text) => !CONTROL_BUT_LINES.test(text), 'Must not contain control characters'),
);

export const email = z
  .string('Invalid email address')
  .check(
    z.trim(),
    z.maxLength(LIMITS.email, { error: 'Invalid email address', abort: true }),
    z.email('Invalid email address'),
  );

/** The e-mail of an account (SPEC 5, account creation). */
export const accountEmail = z
  .string('Please enter a valid email address')
  .check(
    z.trim(),
    z.maxLength(LIMITS.email, 'Please enter a valid email address'),
    z.email('Please enter a valid email address'),
  );

/** At least ten digits once the punctuation is gone; an extension may follow. `malformed` is said of other text. */
export function phoneNumber(tooShort: string, malformed = tooShort) {
  return z.string(tooShort).check(
    z.trim(),
    z.maxLength(LIMITS.phone, { error: malformed, abort: true }),
    z.refine((text) => !CONTROL.test(text) && PHONE_CHARACTERS.test(splitPhone(text).number), {
      error: malformed,
      abort: true,
    }),
    z.refine((text) => digitsOf(splitPhone(text).number).length >= 10, tooShort),
  );
}

/** What may stand in a phone number. */
const PHONE_CHARACTERS = /^\+?[\d \u00a0().\-/]*$/;

/** Whether the number can exist is the Worker's to say (worker/platform/phone-numbers.ts). */
export const phone = phoneNumber(
  'Invalid phone number',
  `Use digits and + ( ) - . / only, with x before an extension; at most ${LIMITS.phone} characters`,
);

/** Nine digits are stored as ZIP+4. */
export const zip = z.string('Zip code is required').check(
  z.trim(),
  z.minLength(1, { error: 'Zip code is required', abort: true }),
  z.overwrite((text) => text.replace(/^(\d{5})[ -]?(\d{4})$/, '$1-$2')),
  z.regex(/^\d{5}(-\d{4})?$/, 'Zip code must have 5 digits, or 9 as in 12345-6789'),
);

export const state = z.pipe(
  z.pipe(
    z.string('State is required'),
    z.transform((text: string) => text.trim().toUpperCase()),
  ),
  z.enum(US_STATE_CODES, 'State is required'),
);

export const day = z.string().check(z.refine(isDay, 'Must be a calendar day (yyyy-mm-dd)'));

/** A day that a person picks: the message when nothing was picked is SPEC's. */
export const deliveryDay = z.string('Delivery date is required').check(
  z.minLength(1, 'Delivery date is required'),
  z.refine((text) => text === '' || isDay(text), 'Delivery date must be a calendar day (yyyy-mm-dd)'),
);

/** A slug in any case ('7-day', '7-Day Rental'), stored lower-case. */
export const rentalType = z.pipe(
  z.pipe(
    z.string('Rental duration is required').check(z.minLength(1, 'Rental duration is required')),
    z.transform((text: string) => parseRentalType(text) ?? text),
  ),
  z.enum(RENTAL_TYPES, 'Rental duration must be 1-day, 7-day or 30-day'),
);

export const dumpsterType = z.pipe(
  z.pipe(
    z.string('Dumpster type is required').check(z.minLength(1, 'Dumpster type is required')),
    z.transform((text: string) => parseDumpsterType(text) ?? text),
  ),
  z.enum(DUMPSTER_TYPES, 'Dumpster type must be 10-yard, 15-yard, 20-yard or 30-yard'),
);

/** Integer cents. */
export const cents = z.int('Must be whole cents');
/** An instant as ISO 8601 in UTC. */
export const instant = z.string();
