import * as z from 'zod/mini';
import { BOOKING_STATUSES } from '#domain/bookings.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
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

export const MAX_CLIENT_MATCHES = 6;

export const findClientMatches = endpoint({
  name: 'findClientMatches',
  method: 'GET',
  path: '/api/client-matches',
  summary:
    'Finds clients for an order by phone, at most six: by name, phone number or e-mail address, and by any address they booked for. A client found by an address has that address in the reply; the others that of their last booking.',
  access: 'office:read',
  query: z.strictObject({ q: textFilter.check(z.minLength(1, 'Type something to find')) }),
  reply: z.array(client),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

const params = z.strictObject({ key: z.string() });

export const getClient = endpoint({
  name: 'getClient',
  method: 'GET',
  path: '/api/clients/:key',
  summary: 'Gets a client by any of its keys. An e-mail address may have any case.',
  access: 'office:read',
  params,
  reply: clientWithKeys,
  errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listClientBookings = endpoint({
  name: 'listClientBookings',
  method: 'GET',
  path: '/api/clients/:key/bookings',
  summary:
    "Lists a client's bookings, latest delivery first, by any of its keys. The list is empty for an unknown key.",
  access: 'office:read',
  params,
  query: listQuery(['deliveryDate'], {}),
  reply: z.array(booking),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

const otherKey = z.strictObject({ key: z.string() });

export const mergeClients = endpoint({
  name: 'mergeClients',
  method: 'POST',
  path: '/api/clients/:key/merge',
  summary:
    'Merges the client of the key in the body into the client of the path, which keeps its key. Returns that client; also when they are merged already.',
  access: 'bookings:write',
  params,
  body: otherKey,
  reply: clientWithKeys,
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const separateClient = endpoint({
  name: 'separateClient',
  method: 'POST',
  path: '/api/clients/:key/separate',
  summary:
    'Separates a merged key from the client of the path: its bookings are a client of their own again. Succeeds also when it is separate already.',
  access: 'bookings:write',
  params,
  body: otherKey,
  reply: z.undefined(),
  status: 204,
  errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
});

/** The calls of clients, for the list of all endpoints. */
export const CLIENT_ENDPOINTS: readonly Endpoint[] = [
  listClients,
  findClientMatches,
  getClient,
  listClientBookings,
  mergeClients,
  separateClient,
];
