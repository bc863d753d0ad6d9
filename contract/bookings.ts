import * as z from 'zod/mini';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import {
  cents,
  deliveryDay,
  dumpsterType,
  email,
  freeText,
  LIMITS,
  line,
  optionalLine,
  phone,
  placementText,
  rentalType,
  state,
  zip,
} from './fields.ts';

/** The fields of a booking that the customer enters; the form and the server share this schema. */
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
  company: z._default(optionalLine(LIMITS.name), ''),
  /** The customer's number of its purchase order. */
  poNumber: z._default(optionalLine(LIMITS.name), ''),
  placement: z._default(placementText, ''),
  rentalType,
  dumpsterType,
});
export type BookingDetails = z.output<typeof bookingDetails>;

/** What the booking's own rate card calls the rental. materialName: null where the customer has no choice. */
export const rentalLabels = {
  /** '7-Day Rental' and '7-Day'. */
  rentalTitle: z.string(),
  rentalLabel: z.string(),
  /** '15-Yard'. */
  sizeName: z.string(),
  materialName: z.nullable(z.string()),
};

/** The last rental day, and the day of the pickup, which can be later. */
export const rentalDays = { deliveryDate: z.string(), endDate: z.string(), pickupDay: z.string() };

/** A unit of a booking. `role`: 'first', or 'exchange n' for the unit of the n-th exchange. */
export const bookingUnit = z.object({
  id: z.int(),
  number: z.string(),
  role: z.string(),
  startDate: z.string(),
  endDate: z.string(),
});

/** Cubic yards, and inches outside. */
export const sizeMeasures = z.object({
  yards: z.int(),
  lengthIn: z.int(),
  widthIn: z.int(),
  heightIn: z.int(),
});

/** The fields of a booking that the customer sees. depositAmount in cents; days yyyy-mm-dd. */
export const bookingSummary = z.object({
  id: z.int(),
  rentalType: z.string(),
  dumpsterType: z.string(),
  ...rentalLabels,
  /** For the drawing; null when the rate card does not have the size. */
  sizeMeasures: z.nullable(sizeMeasures),
  ...rentalDays,
  depositAmount: cents,
  status: z.enum(BOOKING_STATUSES),
});
export type BookingSummary = z.output<typeof bookingSummary>;

/** Where the confirmation was sent, where the dumpster is delivered, and what the customer's own records need. */
export const bookingContact = z.object({
  email: z.string(),
  company: z.optional(z.nullable(z.string())),
  poNumber: z.optional(z.nullable(z.string())),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});
export type BookingContact = z.output<typeof bookingContact>;
