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
  body: z.strictObject({ lat: degrees(90), lng: degrees(180) }),
  reply: mapPoint,
});

export const removePin = endpoint({
  ...PIN,
  name: 'removePin',
  method: 'DELETE',
  reply: z.nullable(mapPoint),
});
