import * as z from 'zod/mini';
import { BOOKING_STATUSES } from '#domain/bookings.ts';
import { DUMPSTER_TYPES, RENTAL_TYPES } from '#domain/rental.ts';
import {
  cents,
  deliveryDay,
  dumpsterType,
  email,
  freeText,
  LIMITS,
  line,
  phone,
  rentalType,
  state,
  zip,
} from './fields.ts';

/** The fields of a booking that the customer enters; the form and the server share this schema (SPEC 5). */
export const bookingDetails = z.strictObject({
  firstName: line('First name is required', LIMITS.name),
  lastName: line('Last name is required', LIMITS.name),
  email,
  phone,
  address: line('Address is required', LIMITS.address),
  city: line('City is required', LIMITS.name),
  state,
  zip,
  deliveryDate: deliveryDay,
  notes: z._default(freeText, ''),
  rentalType,
  dumpsterType,
});
export type BookingDetails = z.output<typeof bookingDetails>;

/** The fields of a booking that the customer sees. depositAmount in cents; days yyyy-mm-dd. */
export const bookingSummary = z.object({
  id: z.int(),
  rentalType: z.enum(RENTAL_TYPES),
  dumpsterType: z.enum(DUMPSTER_TYPES),
  deliveryDate: z.string(),
  endDate: z.string(),
  depositAmount: cents,
  status: z.enum(BOOKING_STATUSES),
});
export type BookingSummary = z.output<typeof bookingSummary>;

/** Where the confirmation was sent, and where the dumpster is delivered. */
export const bookingContact = z.object({
  email: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});
export type BookingContact = z.output<typeof bookingContact>;
