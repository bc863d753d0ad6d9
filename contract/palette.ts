import * as z from 'zod/mini';
import { client } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { dumpster } from './inventory.ts';
import { textFilter } from './lists.ts';
import { booking } from './staff-bookings.ts';

/** At most this many of each kind. */
export const PALETTE_ROWS = 6;

export const paletteMatches = z.object({
  bookings: z.array(
    z.pick(booking, {
      id: true,
      firstName: true,
      lastName: true,
      phoneDisplay: true,
      address: true,
      city: true,
      deliveryDate: true,
      status: true,
    }),
  ),
  clients: z.array(
    z.pick(client, {
      key: true,
      email: true,
      firstName: true,
      lastName: true,
      phoneDisplay: true,
      phone: true,
      totalBookings: true,
    }),
  ),
  units: z.array(z.pick(dumpster, { id: true, dumpsterNumber: true, dumpsterType: true, isAvailable: true })),
});
export type PaletteMatches = z.output<typeof paletteMatches>;

export const searchPalette = endpoint({
  name: 'searchPalette',
  method: 'GET',
  path: '/api/palette',
  access: 'office:read',
  query: z.strictObject({ q: textFilter.check(z.minLength(1, 'Type something to find')) }),
  reply: paletteMatches,
});
