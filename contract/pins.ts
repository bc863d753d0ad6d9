import * as z from 'zod/mini';
import { GEOCODE_PRECISIONS } from '#domain/dispatch/places.ts';
import { endpoint } from './endpoint.ts';
import { rowNumber } from './lists.ts';

const degrees = (limit: number) => {
  const message = `Must be a number from -${limit} to ${limit}`;
  return z.number(message).check(z.minimum(-limit, message), z.maximum(limit, message));
};

/** The point of an address on the map in degrees, and how exactly it is known. */
export const mapPoint = z.object({ lat: z.number(), lng: z.number(), precision: z.enum(GEOCODE_PRECISIONS) });
export type MapPoint = z.output<typeof mapPoint>;

const ofBooking = z.strictObject({ id: rowNumber });
const PIN = { access: 'dispatch:write', params: ofBooking, path: '/api/dispatch/pins/:id' } as const;

export const placePin = endpoint({
  ...PIN,
  name: 'placePin',
  method: 'PUT',
  summary:
    "Sets the point of a booking's address on the map and records it in the booking's history. It counts for every booking of the address, and no lookup changes it. 400 invalid for a point that is more than 100 miles from the ZIP code.",
  body: z.strictObject({ lat: degrees(90), lng: degrees(180) }),
  reply: mapPoint,
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const removePin = endpoint({
  ...PIN,
  name: 'removePin',
  method: 'DELETE',
  summary:
    "Removes the pin of a booking's address, which is then looked up again. Returns the point until then, the middle of the ZIP code; null for an unknown ZIP code.",
  reply: z.nullable(mapPoint),
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});
