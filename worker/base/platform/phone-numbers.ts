import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/min';
import { digitsOf, splitPhone } from '#domain/shared/phone-numbers.ts';

/** The default country for numbers without a country code. */
const COUNTRY = 'US';
const NORTH_AMERICA = '1';
const MAX_KEPT = 2000;

/** Why a number is impossible: its length, or one digit repeated. Null when it is possible. */
export function phoneRefusal(typed: string): string | null {
  const { number } = splitPhone(typed);
  const parsed = parsePhoneNumberFromString(number, COUNTRY);
  if (parsed?.isPossible()) {
    const isOneDigit = [parsed.nationalNumber, digitsOf(number)].some((digits) => /^(\d)\1*$/.test(digits));
    return isOneDigit
      ? 'This phone number is one digit repeated. Enter a number at which we can reach you'
      : null;
  }
  return REFUSALS[validatePhoneNumberLength(number, COUNTRY) ?? 'NOT_A_NUMBER'];
}

const CHECK_IT = 'This phone number cannot exist. Check its digits';
const REFUSALS = {
  TOO_SHORT: 'This phone number has too few digits',
  TOO_LONG: 'This phone number has too many digits. Outside the US, begin with + and the country code',
  INVALID_LENGTH: CHECK_IT,
  INVALID_COUNTRY: 'This phone number begins with an unknown country code',
  NOT_A_NUMBER: CHECK_IT,
};

/** Numbers of people. Premium, toll-free and personal numbers cost more, or cannot get texts. */
const TEXTED_TYPES: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE'];
const TEXTED_COUNTRIES: readonly (string | undefined)[] = ['US', 'CA'];

/**
 * A number that may get texts, as '+15185550101', without its extension; null for every other number. Only area codes of
 * the US and Canada: others that begin with +1, such as 876 (Jamaica), are how thieves earn from texts.
 */
export function textPhone(typed: string): string | null {
  const parsed = parsePhoneNumberFromString(splitPhone(typed).number, COUNTRY);
  if (!parsed?.isValid()) return null;
  const isTexted = TEXTED_COUNTRIES.includes(parsed.country) && TEXTED_TYPES.includes(parsed.getType());
  return isTexted ? parsed.number : null;
}

/** The displayed form of a number, and whether the numbering plans contain it. */
export type PhoneFacts = { phoneDisplay: string; isPhoneValid: boolean };

const kept = new Map<string, PhoneFacts>();

/** A cache: lists show the same numbers repeatedly, and each takes tens of microseconds. */
export function phoneFacts(typed: string): PhoneFacts {
  const known = kept.get(typed);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const facts = readFacts(typed);
  kept.set(typed, facts);
  return facts;
}

function readFacts(typed: string): PhoneFacts {
  const { number, extension } = splitPhone(typed);
  const parsed = parsePhoneNumberFromString(number, COUNTRY);
  if (!parsed?.isPossible()) return { phoneDisplay: typed, isPhoneValid: false };
  const isNational = parsed.countryCallingCode === NORTH_AMERICA;
  const display = isNational ? parsed.formatNational() : parsed.formatInternational();
  return {
    phoneDisplay: extension ? `${display} ext. ${extension}` : display,
    isPhoneValid: parsed.isValid(),
  };
}
