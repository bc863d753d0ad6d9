import * as z from 'zod/mini';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import { endpoint } from './endpoint.ts';
import { state } from './fields.ts';
import { countText, listQuery, textFilter } from './lists.ts';
import { booking } from './staff-bookings.ts';

/**
 * All customers who booked with one e-mail address, in any case, or by phone without an address from one number. Name
 * and phone are those of the booking with the latest delivery date. Cancelled bookings count.
 */
export const client = z.object({
  /** The e-mail address, trimmed and in lower case; without one the last ten digits of the phone number. */
  key: z.string(),
  /** Null for customers who booked by phone without an address. */
  email: z.nullable(z.string()),
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
  /** The booking with the latest delivery day, which can be to come. */
  lastBooking: z.object({
    id: z.int(),
    deliveryDate: z.string(),
    rentalType: z.string(),
    /** '7-Day'. */
    rentalLabel: z.string(),
    status: z.enum(BOOKING_STATUSES),
  }),
  /** The latest booking whose delivery day is not after today; null while all are to come. */
  pastBooking: z.nullable(z.object({ id: z.int(), deliveryDate: z.string(), rentalLabel: z.string() })),
});
export type Client = z.output<typeof client>;

/** A client with the keys that staff merged into it. */
export const clientWithKeys = z.extend(client, {
  mergedKeys: z.array(
    z.object({
      key: z.string(),
      mergedAt: z.string(),
      /** The name of the user who merged it. */
      mergedBy: z.nullable(z.string()),
    }),
  ),
});
export type ClientWithKeys = z.output<typeof clientWithKeys>;

export const listClients = endpoint({
  name: 'listClients',
  method: 'GET',
  path: '/api/clients',
  access: 'office:read',
  query: listQuery(['lastBooking', 'name', 'city', 'state', 'totalBookings'], {
    lastName: z.optional(textFilter),
    city: z.optional(textFilter),
    state: z.optional(state),
    minBookings: z.optional(countText),
  }),
  reply: z.array(client),
});

export const MAX_CLIENT_MATCHES = 6;

export const findClientMatches = endpoint({
  name: 'findClientMatches',
  method: 'GET',
  path: '/api/client-matches',
  access: 'office:read',
  query: z.strictObject({ q: textFilter.check(z.minLength(1, 'Type something to find')) }),
  reply: z.array(client),
});

const params = z.strictObject({ key: z.string() });

export const getClient = endpoint({
  name: 'getClient',
  method: 'GET',
  path: '/api/clients/:key',
  access: 'office:read',
  params,
  reply: clientWithKeys,
});

export const listClientBookings = endpoint({
  name: 'listClientBookings',
  method: 'GET',
  path: '/api/clients/:key/bookings',
  access: 'office:read',
  params,
  query: listQuery(['deliveryDate'], {}),
  reply: z.array(booking),
});

const otherKey = z.strictObject({ key: z.string() });

export const mergeClients = endpoint({
  name: 'mergeClients',
  method: 'POST',
  path: '/api/clients/:key/merge',
  access: 'bookings:write',
  params,
  body: otherKey,
  reply: clientWithKeys,
});

export const separateClient = endpoint({
  name: 'separateClient',
  method: 'POST',
  path: '/api/clients/:key/separate',
  access: 'bookings:write',
  params,
  body: otherKey,
  reply: z.undefined(),
  status: 204,
});

/** The calls of clients, for the list of all endpoints. */
export const CLIENT_ENDPOINTS = {
  listClients,
  findClientMatches,
  getClient,
  listClientBookings,
  mergeClients,
  separateClient,
};
