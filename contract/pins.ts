import * as z from 'zod/mini';
import { GEOCODE_PRECISIONS } from '#domain/dispatch/places.ts';
import { endpoint } from './endpoint.ts';
import { rowNumber } from './lists.ts';

const degrees = (limit: number) => {
  const message = `Must be a number from -${limit} to ${limit}`;
  return z.number(message).check(z.minimum(-limit, message), z.maximum(limit, message));
};

/** Where an address is on the map, and how exactly that is known. */
export const place = z.object({ lat: z.number(), lng: z.number(), precision: z.enum(GEOCODE_PRECISIONS) });
export type MapPlace = z.output<typeof place>;

const ofBooking = z.strictObject({ id: rowNumber });
const PIN = { access: 'dispatch:write', params: ofBooking, path: '/api/dispatch/pins/:id' } as const;

export const placePin = endpoint({
  ...PIN,
  name: 'placePin',
  method: 'PUT',
  summary:
    "Sets where the address of a booking is on the map; in the booking's history. Every booking of the address has the place, and no lookup changes it. 400 invalid for a place that is more than 100 miles from the ZIP code.",
  body: z.strictObject({ lat: degrees(90), lng: degrees(180) }),
  reply: place,
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const removePin = endpoint({
  ...PIN,
  name: 'removePin',
  method: 'DELETE',
  summary:
    'Takes the pin of a booking back: its address is looked up again. Returns the place until then, that of the ZIP code; null for an unknown ZIP code.',
  reply: z.nullable(place),
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});
