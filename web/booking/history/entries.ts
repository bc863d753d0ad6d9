import * as z from 'zod/mini';
import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import { bookingData } from '#contract/checkout.ts';
import { LIMITS, line, state, zip } from '#contract/fields.ts';
import { type RentalType, rentalOption } from '#domain/rental.ts';

const details = z.omit(bookingDetails, { rentalType: true });

/** The values of the details form before validation. */
export type Entries = Record<keyof typeof details.shape, string> & typeof EMPTY_BILLING & { terms: boolean };

const EMPTY_BILLING = {
  sameAsDelivery: true as boolean,
  billingAddress: '',
  billingCity: '',
  billingState: '',
  billingZip: '',
};

const EMPTY_DETAILS = Object.fromEntries(Object.keys(details.shape).map((name) => [name, ''])) as Record<
  keyof typeof details.shape,
  string
>;

export const EMPTY_ENTRIES: Entries = { ...EMPTY_DETAILS, ...EMPTY_BILLING, terms: false };

/** The booking that the deposit will create. Its id is 'pending' until then (SPEC 4). */
export type PendingBooking = BookingDetails & { id: 'pending'; status: 'pending'; depositAmount: number };

/** The cardholder's billing details. Sent to Stripe only. */
export type Billing = {
  name: string;
  email: string;
  phone: string;
  address: { line1: string; city: string; state: string; zip: string };
};

const commonFields = { terms: bookingData.shape.terms, sameAsDelivery: z.boolean() };
const ignored = z.optional(z.string());

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

/** Returns the booking that the entries describe; null if they are invalid. */
export function pendingBooking(rentalType: RentalType, entries: Entries): PendingBooking | null {
  if (!z.safeParse(entriesSchema(entries), entries).success) return null;
  const known = Object.keys(details.shape).map((field) => [field, entries[field as keyof Entries]]);
  const parsed = bookingDetails.parse({ ...Object.fromEntries(known), rentalType });
  return { ...parsed, id: 'pending', status: 'pending', depositAmount: rentalOption(rentalType).deposit };
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
