import * as z from 'zod/mini';
import { PLACEMENT_TYPES } from '#domain/catalog/quote.ts';
import { CALENDAR_REFUSALS, DAY_REFUSALS } from '#domain/rental/availability.ts';
import { isMonth } from '#domain/shared/days.ts';
import { endpoint } from './endpoint.ts';
import { day, dumpsterType, instant, rentalType, zip } from './fields.ts';

/** A placement on a street can need a permit, which takes days: the zone of the ZIP code has the rule. */
const placement = {
  zip: z.optional(zip),
  placementType: z.optional(z.enum(PLACEMENT_TYPES, 'Placement must be private or street')),
};

export const dumpsterTypeAvailability = z.object({
  id: z.string(),
  name: z.string(),
  available: z.boolean(),
  /** Units free for the rental days; without a date, units in service. */
  count: z.int(),
  /** With a date that the calendar refuses for every size: the rule that refuses it. */
  reason: z.optional(z.enum(CALENDAR_REFUSALS)),
});
export type DumpsterTypeAvailability = z.output<typeof dumpsterTypeAvailability>;

export const listAvailableDumpsterTypes = endpoint({
  name: 'listAvailableDumpsterTypes',
  method: 'GET',
  path: '/api/available-dumpster-types',
  access: 'public',
  query: z
    .strictObject({ deliveryDate: z.optional(day), rentalType: z.optional(rentalType), ...placement })
    .check(
      z.refine((query) => (query.deliveryDate === undefined) === (query.rentalType === undefined), {
        message: 'Give deliveryDate and rentalType together, or neither',
        path: ['deliveryDate'],
      }),
    ),
  reply: z.array(dumpsterTypeAvailability),
  cache: 'public-advice',
});

export const listUnavailableDates = endpoint({
  name: 'listUnavailableDates',
  method: 'GET',
  path: '/api/unavailable-dates',
  access: 'public',
  query: z.strictObject({
    rentalType,
    dumpsterType,
    month: z.string().check(z.refine(isMonth, 'Must be a month (yyyy-mm)')),
    ...placement,
  }),
  reply: z.object({
    today: z.string(),
    /** The server's time of this reply. The page uses it to find the end of the day. Old cached replies lack it. */
    now: z.optional(instant),
    dates: z.array(z.string()),
    /** By day. Old cached replies lack it. */
    reasons: z.optional(z.record(z.string(), z.enum(DAY_REFUSALS))),
    /** By delivery day: the day of the pickup, where it is later than the last rental day. Old cached replies lack it. */
    pickupDays: z.optional(z.record(z.string(), z.string())),
  }),
  cache: 'public-advice',
});

export const getNextAvailableDate = endpoint({
  name: 'getNextAvailableDate',
  method: 'GET',
  path: '/api/next-available-date/:rentalType',
  access: 'public',
  params: z.strictObject({ rentalType }),
  badParams: 'invalid',
  query: z.strictObject({
    dumpsterType: z.optional(dumpsterType),
    ...placement,
    from: z.optional(day),
    daysBefore: z.optional(
      z.pipe(
        z.string().check(z.regex(/^([1-9]|[12]\d|3[01])$/, 'Must be a number from 1 to 31')),
        z.transform(Number),
      ),
    ),
  }),
  reply: z.object({
    nextAvailableDate: z.nullable(z.string()),
    /** Only in replies to a query with `daysBefore`. */
    previousAvailableDate: z.optional(z.nullable(z.string())),
  }),
  cache: 'public-advice',
});
