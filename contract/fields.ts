import * as z from 'zod/mini';
import { isDay } from '#domain/shared/days.ts';
import { digitsOf, splitPhone } from '#domain/shared/phone-numbers.ts';
import { US_STATE_CODES } from '#domain/shared/us-states.ts';

/** Maximum lengths, in characters. */
export const LIMITS = { name: 100, email: 254, address: 200, phone: 40, placement: 500, text: 2000 } as const;

/** Control characters, lone surrogates and Unicode line breaks. */
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** The same without tab and line breaks. */
const CONTROL_BUT_LINES = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

/** For text that is shown on one line or compared. */
export const withoutControls = z.refine<string>(
  (text) => !CONTROL.test(text),
  'Must not contain control characters',
);

/** A visible character: no space, zero-width character, direction mark, filler or soft hyphen. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A required single line, trimmed. `required` is the message when it has no visible character. */
export function line(required: string, max: number) {
  return z.string(required).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(max, `Must be at most ${max} characters`),
    withoutControls,
    z.refine((text) => VISIBLE.test(text), required),
  );
}

/** An optional single line; may be empty. */
export function optionalLine(max: number) {
  return z
    .string('Must be text')
    .check(z.trim(), z.maxLength(max, `Must be at most ${max} characters`), withoutControls);
}

/** Optional text of several lines; may be empty. */
export const freeText = z.string('Must be text').check(
  z.trim(),
  z.maxLength(LIMITS.text, `Must be at most ${LIMITS.text} characters`),
  z.refine((text) => !CONTROL_BUT_LINES.test(text), 'Must not contain control characters'),
);

/** Required text of several lines. */
export const messageText = freeText.check(z.refine((text) => VISIBLE.test(text), 'Write a message'));

/** Where the driver puts the dumpster; may be empty. */
export const placementText = freeText.check(
  z.maxLength(LIMITS.placement, `Must be at most ${LIMITS.placement} characters`),
);

export const email = z
  .string('Invalid email address')
  .check(
    z.trim(),
    z.maxLength(LIMITS.email, { error: 'Invalid email address', abort: true }),
    z.email('Invalid email address'),
  );

/** The e-mail of an account. */
export const accountEmail = z
  .string('Please enter a valid email address')
  .check(
    z.trim(),
    z.maxLength(LIMITS.email, 'Please enter a valid email address'),
    z.email('Please enter a valid email address'),
  );

/** At least ten digits, with an optional extension. `malformed` is the message for other characters. */
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

/** The characters of a phone number. */
const PHONE_CHARACTERS = /^\+?[\d \u00a0().\-/]*$/;

/** The Worker also checks whether the number is possible (worker/base/platform/phone-numbers.ts). */
export const phone = phoneNumber(
  'Invalid phone number',
  `Use digits and + ( ) - . / only, with x before an extension; at most ${LIMITS.phone} characters`,
);

/** Stores nine digits as ZIP+4. */
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

/** The delivery day in a form, with a message for an empty field. */
export const deliveryDay = z.string('Delivery date is required').check(
  z.minLength(1, 'Delivery date is required'),
  z.refine((text) => text === '' || isDay(text), 'Delivery date must be a calendar day (yyyy-mm-dd)'),
);

/**
 * The slug of a catalog entry in any case. The schema accepts any text: the server refuses what the catalog does not
 * have (worker/catalog/names.ts).
 */
function catalogEntry(required: string, ending = /$/) {
  return z.string(required).check(
    z.minLength(1, { error: required, abort: true }),
    z.overwrite((text) => text.trim().toLowerCase().replace(ending, '')),
    z.maxLength(LIMITS.name, `Must be at most ${LIMITS.name} characters`),
  );
}

/** A rental type ('7-day', '7-Day Rental'); stored as '7-day'. */
export const rentalType = catalogEntry('Rental duration is required', / rental$/);

export const dumpsterType = catalogEntry('Dumpster type is required');

export const material = catalogEntry('Material is required');

/** Only true: nothing can be booked without it. */
export const termsAgreement = z.literal(true, 'You must agree to the terms and conditions');

/** The id of a row in a body. */
export const idInput = z.int('Must be a number').check(z.minimum(1, 'Must be a number'));
/** Integer cents. */
export const cents = z.int('Must be whole cents');
/** An instant as ISO 8601 in UTC. */
export const instant = z.string();

/** Null for null and for a text without characters; other texts are parsed by the schema. */
export function emptyAsNull<S extends z.ZodMiniType<string, string>>(schema: S) {
  const text = z.pipe(
    z.nullable(z.string('Must be text')),
    z.transform((value: string | null) => (value?.trim() ? value : null)),
  );
  return z.pipe(text, z.nullable(schema));
}

/** Which unit of a booking: 'first', or 'exchange n' for the unit of the n-th exchange. */
export const unitRole = z.string().check(z.regex(/^(?:first|exchange \d{1,3})$/, 'There is no such unit'));
