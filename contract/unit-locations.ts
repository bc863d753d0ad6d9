import * as z from 'zod/mini';
import { UNIT_PLACES } from '#domain/dispatch/places.ts';
import { JOB_TYPES } from '#domain/jobs/jobs.ts';
import { endpoint } from './endpoint.ts';
import { instant, LIMITS, line } from './fields.ts';
import { dumpster, unitLocation } from './inventory.ts';
import { rowNumber } from './lists.ts';

/** Where a unit came to, and why. */
export const locationEntry = z.extend(unitLocation, {
  id: z.int(),
  since: instant,
  /** The job that moved it; null for a correction and for other stops. */
  jobType: z.nullable(z.enum(JOB_TYPES)),
  /** Whether a driver recorded it. */
  isByDriver: z.boolean(),
  /** The name of the user who marked the job or corrected the location. */
  recordedBy: z.nullable(z.string()),
  /** Of a correction. */
  reason: z.nullable(z.string()),
  /** Its job was undone, so the unit was not there. */
  isUndone: z.boolean(),
});
export type LocationEntry = z.output<typeof locationEntry>;

const byId = z.strictObject({ id: rowNumber });

export const getUnitLocation = endpoint({
  name: 'getUnitLocation',
  method: 'GET',
  path: '/api/inventory/:id/location',
  access: 'office:read',
  params: byId,
  reply: z.object({ location: unitLocation, entries: z.array(locationEntry) }),
});
export type UnitLocationReply = z.output<typeof getUnitLocation.reply>;

const id = z.nullable(z.int('Must be a whole number').check(z.minimum(1, 'Must be a number from 1')));

export const locationCorrection = z
  .strictObject({
    place: z.enum(UNIT_PLACES, 'Choose a place'),
    /** For a yard or disposal site; null: the only yard, or not known. */
    siteId: z._default(id, null),
    bookingId: z._default(id, null),
    truckId: z._default(id, null),
    reason: line('Enter the reason', LIMITS.address),
  })
  .check(
    z.refine(({ place, bookingId }) => place !== 'booking' || bookingId !== null, {
      error: 'Enter the number of the booking',
      path: ['bookingId'],
    }),
    z.refine(({ place, bookingId }) => place === 'booking' || bookingId === null, {
      error: 'Only the place "booking" has a booking',
      path: ['bookingId'],
    }),
    z.refine(({ place, truckId }) => place !== 'truck' || truckId !== null, {
      error: 'Choose the truck',
      path: ['truckId'],
    }),
    z.refine(({ place, truckId }) => place === 'truck' || truckId === null, {
      error: 'Only the place "truck" has a truck',
      path: ['truckId'],
    }),
    z.refine(({ place, siteId }) => siteId === null || place === 'yard' || place === 'disposal', {
      error: 'Only a yard or a disposal site has a site',
      path: ['siteId'],
    }),
  );
export type LocationCorrection = z.output<typeof locationCorrection>;

export const correctUnitLocation = endpoint({
  name: 'correctUnitLocation',
  method: 'POST',
  path: '/api/inventory/:id/location',
  access: 'dispatch:write',
  params: byId,
  body: locationCorrection,
  reply: dumpster,
});
