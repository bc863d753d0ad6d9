/** Parameters that many endpoints have. */
import { invalidParam } from './errors.ts';
import type { FormValue } from './form.ts';
import {
  email,
  emptyable,
  filledText,
  hash,
  integer,
  list,
  nameText,
  phoneText,
  type Rule,
  text,
} from './params.ts';

export const expand = list(filledText);

/** Names and their new values; null when the whole map is unset. An empty value deletes its name. */
export type MetadataChange = Record<string, string> | null;

export const metadata: Rule<MetadataChange, false> = {
  isRequired: false,
  read(value: FormValue, path: string) {
    if (value === '') return null;
    if (typeof value === 'string') throw invalidParam('Invalid object', path);
    const change: Record<string, string> = {};
    for (const [key, given] of Object.entries(value)) change[key] = metadataValue(given, key, path);
    return change;
  },
};

function metadataValue(value: FormValue, key: string, path: string): string {
  const given = text.read(value, `${path}[${key}]`);
  const keyLength = [...key].length;
  if (keyLength > 40) {
    throw invalidParam(
      `Metadata keys can have up to 40 characters, but you passed in a key that is ${keyLength} characters. Invalid key: ${key}`,
      path,
    );
  }
  const valueLength = [...given].length;
  if (valueLength > 500) {
    throw invalidParam(
      `Metadata values can have up to 500 characters, but you passed in a value that is ${valueLength} characters. Invalid value: ${given}`,
      `${path}[${key}]`,
    );
  }
  return given;
}

/** The metadata after a change: merged by name. */
export function changedMetadata(current: Record<string, string>, change: MetadataChange | undefined) {
  if (change === undefined) return current;
  if (change === null) return {};
  const merged = Object.entries({ ...current, ...change }).filter(([, value]) => value !== '');
  if (merged.length > 50) throw invalidParam('Metadata can have up to 50 keys.', 'metadata');
  return Object.fromEntries(merged);
}

const addressShape = { city: text, country: text, line1: text, line2: text, postal_code: text, state: text };
export const address = hash(addressShape);

/** An address as Stripe returns it: every part is present, null if unset. */
export function fullAddress(given: Partial<Record<keyof typeof addressShape, string>> | null | undefined) {
  const part = (name: keyof typeof addressShape) => given?.[name] || null;
  return {
    city: part('city'),
    country: part('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  };
}

export const shipping = hash({
  address,
  carrier: text,
  name: nameText,
  phone: phoneText,
  tracking_number: text,
});

export const billingDetails = hash({
  address: emptyable(address),
  email: emptyable(email),
  name: emptyable(nameText),
  phone: emptyable(phoneText),
  tax_id: emptyable(text),
});

/** `created=1` or `created[gte]=1&created[lt]=2`. */
export interface CreatedRange {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

const range = hash({ gt: integer, gte: integer, lt: integer, lte: integer });
const created: Rule<CreatedRange, false> = {
  isRequired: false,
  read(value: FormValue, path: string) {
    if (typeof value !== 'string') return range.read(value, path);
    const moment = integer.read(value, path);
    return { gte: moment, lte: moment };
  },
};

export const page = { ending_before: filledText, expand, limit: integer, starting_after: filledText };
export const datedPage = { ...page, created };

/** Read-only calls accept only expand. */
export const onlyExpand = { expand };
