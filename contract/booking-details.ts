import * as z from 'zod/mini';
import { PLACEMENT_TYPES } from '#domain/catalog/quote.ts';
import { type BookingDetails, bookingDetails } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { cents, day, emptyAsNull, freeText, LIMITS, line, phone, placementText } from './fields.ts';
import { rowNumber } from './lists.ts';
import { quoteLine } from './prices.ts';
import { booking, endedPayLink } from './staff-bookings.ts';

const { firstName, lastName, email, address, city, state, zip } = bookingDetails.shape;

/** Null, and an empty text, for a detail that the booking does not have. */
function clearable<S extends z.ZodMiniType<string, string>>(schema: S) {
  return z.optional(emptyAsNull(schema));
}

/** The details that a change of the rental replaces, with its price. */
type RentalDetail = 'rentalType' | 'dumpsterType' | 'deliveryDate';

/** The details of a booking that staff can correct. Absent fields stay. */
export const bookingCorrections = z.strictObject({
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  /** Null only for a booking that staff made for a customer without an address. */
  email: clearable(email),
  phone: z.optional(phone),
  secondPhone: clearable(phone),
  company: clearable(line('Enter the company', LIMITS.name)),
  poNumber: clearable(line('Enter the PO number', LIMITS.name)),
  address: z.optional(address),
  city: z.optional(city),
  state: z.optional(state),
  zip: z.optional(zip),
  placement: clearable(placementText),
  placementType: z.optional(z.enum(PLACEMENT_TYPES, "Must be 'private' or 'street'")),
  permitNumber: z.optional(z.nullable(line('Enter the permit number', LIMITS.name))),
  permitExpires: z.optional(z.nullable(day)),
  notes: clearable(freeText),
  internalNotes: clearable(freeText),
} satisfies Record<Exclude<keyof BookingDetails, RentalDetail>, unknown> & Record<string, unknown>);
export type BookingCorrections = z.output<typeof bookingCorrections>;

/**
 * What staff agree to before a booking gets another place, in cents: part of the body of 409 conflict when it costs more
 * or less there, or when the business does not deliver there. Send the call again with `acceptPrice` true.
 */
export const placeQuestion = z.object({
  /** The lines of the new price; empty if the price stays. */
  lines: z.array(quoteLine),
  difference: cents,
  /** The agreed price; null without price lines. */
  total: z.nullable(z.object({ before: cents, after: cents })),
  /** Null while no final price is set. */
  finalPrice: z.nullable(z.object({ before: cents, after: cents })),
  /** Whether the service area of the booking's price list contains the place. */
  isServed: z.boolean(),
});
export type PlaceQuestion = z.output<typeof placeQuestion>;

export const updateBooking = endpoint({
  name: 'updateBooking',
  method: 'PATCH',
  path: '/api/bookings/:id',
  access: 'bookings:write',
  params: z.strictObject({ id: rowNumber }),
  body: z
    .extend(bookingCorrections, {
      /** Agrees to the price of the new place. */
      acceptPrice: z._default(z.boolean('Must be true or false'), false),
    })
    .check(
      z.refine(
        ({ acceptPrice: _, ...fields }) => Object.keys(fields).length > 0,
        'Give at least one field to change',
      ),
    ),
  reply: z.extend(booking, { endedPayLink }),
});
