import * as z from 'zod/mini';
import { BOOKING_STATUSES } from '#domain/bookings.ts';
import { endpoint } from './endpoint.ts';
import { state } from './fields.ts';
import { countText, listQuery, textFilter } from './lists.ts';
import { booking } from './staff-bookings.ts';

/**
 * All customers who booked with one e-mail address, in any case. Name and phone are those of the booking with the latest
 * delivery date. Cancelled bookings count.
 */
export const client = z.object({
  /** The key, trimmed and in lower case. */
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  phoneDisplay: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  totalBookings: z.int(),
  /** The earliest delivery day. */
  firstBookingDate: z.string(),
  lastBooking: z.object({
    id: z.int(),
    deliveryDate: z.string(),
    rentalType: z.string(),
    /** '7-Day'. */
    rentalLabel: z.string(),
    status: z.enum(BOOKING_STATUSES),
  }),
});
export type Client = z.output<typeof client>;

export const listClients = endpoint({
  name: 'listClients',
  method: 'GET',
  path: '/api/clients',
  summary: 'Lists the clients, most recent booking first.',
  access: 'office:read',
  query: listQuery(['lastBooking', 'name', 'city', 'state', 'totalBookings'], {
    lastName: z.optional(textFilter),
    city: z.optional(textFilter),
    state: z.optional(state),
    minBookings: z.optional(countText),
  }),
  reply: z.array(client),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

export const listClientBookings = endpoint({
  name: 'listClientBookings',
  method: 'GET',
  path: '/api/clients/:email/bookings',
  summary: "Lists a client's bookings, latest delivery first. The list is empty for an unknown address.",
  access: 'office:read',
  params: z.strictObject({ email: z.string() }),
  query: listQuery(['deliveryDate'], {}),
  reply: z.array(booking),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});
