import * as z from 'zod/mini';
import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import { LIMITS, line, state, termsAgreement, zip } from '#contract/fields.ts';
import { PLACEMENT_TYPES } from '#domain/catalog/quote.ts';
import { MAX_ORDER_QUANTITY } from '#domain/rental/orders.ts';

const details = z.omit(bookingDetails, { rentalType: true });

/** What the form has beside the contract's details. */
const EMPTY_EXTRAS = {
  /** '' before the form has chosen the only one, or the first one. */
  material: '',
  placementType: 'private' as string,
  /** How many dumpsters. */
  quantity: 1 as number,
  /** The zone of `zoneZip`, by the server; '' outside of every zone. */
  zone: '',
  zoneZip: '',
  sameAsDelivery: true as boolean,
  billingAddress: '',
  billingCity: '',
  billingState: '',
  billingZip: '',
  textOptIn: false as boolean,
};

/** The values of the details form before validation. */
export type Entries = Record<keyof typeof details.shape, string> & typeof EMPTY_EXTRAS & { terms: boolean };

const EMPTY_DETAILS = Object.fromEntries(Object.keys(details.shape).map((name) => [name, ''])) as Record<
  keyof typeof details.shape,
  string
>;

export const EMPTY_ENTRIES: Entries = { ...EMPTY_DETAILS, ...EMPTY_EXTRAS, terms: false };

const CUSTOMER_FIELDS = [
  ...(['firstName', 'lastName', 'email', 'phone', 'company'] as const),
  ...(['address', 'city', 'state', 'zip', 'zone', 'zoneZip'] as const),
];

/** Who books and where, without what another booking asks again: size, day, notes and the agreement to the terms. */
export function customerOf(entries: Entries): Entries {
  const kept = Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, entries[field]]));
  return { ...EMPTY_ENTRIES, ...kept };
}

/** The cardholder's billing details. Sent to Stripe only. */
export type Billing = {
  name: string;
  email: string;
  phone: string;
  address: { line1: string; city: string; state: string; zip: string };
};

const ignored = z.optional(z.string());
const commonFields = {
  terms: termsAgreement,
  material: ignored,
  placementType: z.enum(PLACEMENT_TYPES),
  quantity: z.int().check(z.minimum(1), z.maximum(MAX_ORDER_QUANTITY)),
  zone: ignored,
  zoneZip: ignored,
  sameAsDelivery: z.boolean(),
  textOptIn: z.boolean(),
};

const billedToDelivery = z.extend(details, {
  ...commonFields,
  billingAddress: ignored,
  billingCity: ignored,
  billingState: ignored,
  billingZip: ignored,
});
const billedElsewhere = z.extend(details, {
  ...commonFields,
  billingAddress: line('Address is required', LIMITS.address),
  billingCity: line('City is required', LIMITS.name),
  billingState: state,
  billingZip: zip,
});

/** The contract's schema for the form. Billing fields are validated only while they are shown. */
export function entriesSchema({ sameAsDelivery }: Pick<Entries, 'sameAsDelivery'>) {
  return sameAsDelivery ? billedToDelivery : billedElsewhere;
}

/** Returns the contract's details of the entries; null if they are invalid. */
export function bookedDetails(rentalType: string, entries: Entries): BookingDetails | null {
  if (!z.safeParse(entriesSchema(entries), entries).success) return null;
  const known = Object.keys(details.shape).map((field) => [field, entries[field as keyof Entries]]);
  return bookingDetails.parse({ ...Object.fromEntries(known), rentalType });
}

/** The billing details of valid entries. */
export function billingOf(entries: Entries): Billing {
  const address = entries.sameAsDelivery
    ? { line1: entries.address, city: entries.city, state: entries.state, zip: zip.parse(entries.zip) }
    : {
        line1: entries.billingAddress,
        city: entries.billingCity,
        state: entries.billingState,
        zip: zip.parse(entries.billingZip),
      };
  const name = `${entries.firstName.trim()} ${entries.lastName.trim()}`;
  return { name, email: entries.email.trim(), phone: entries.phone.trim(), address };
}
