import * as z from 'zod/mini';
import { SITE_KINDS } from '#domain/dispatch/places.ts';
import { endpoint } from './endpoint.ts';
import { day, LIMITS, line, optionalLine } from './fields.ts';
import { rowNumber } from './lists.ts';

/** 'HH:MM' from 00:00 to 23:59. */
export const timeOfDay = z
  .string('Enter a time, such as 07:00')
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 07:00'));

const openHours = z
  .strictObject({ opens: timeOfDay, closes: timeOfDay }, 'Must be the times of a day, or null')
  .check(
    z.refine(({ opens, closes }) => opens < closes, {
      error: 'Must be after the opening time',
      path: ['closes'],
    }),
  );

/** Seven days, Sunday first, on the business's clock; null for a day: closed. */
const hours = z.array(z.nullable(openHours), 'Must be the hours of seven days').check(
  z.refine((days) => days.length === 7, 'Must be the hours of seven days'),
  z.refine((days) => days.some((day) => day !== null), 'Must be open on at least one day'),
);

const MAX_DAYS = 60;
/** Hours of single days, in place of those of their weekdays. Both times null: closed all day. */
const dayHours = z
  .array(
    z.strictObject({ day, opens: z.nullable(timeOfDay), closes: z.nullable(timeOfDay) }).check(
      z.refine(({ opens, closes }) => (opens === null) === (closes === null), {
        error: 'Enter both times, or neither',
        path: ['closes'],
      }),
      z.refine(({ opens, closes }) => opens === null || closes === null || opens < closes, {
        error: 'Must be after the opening time',
        path: ['closes'],
      }),
    ),
    'Must be a list of days with their hours',
  )
  .check(
    z.maxLength(MAX_DAYS, `At most ${MAX_DAYS} days`),
    z.refine((days) => new Set(days.map((each) => each.day)).size === days.length, 'Each day only once'),
  );

const MAX_WASTES = 30;
const wastes = z
  .array(line('Enter the waste', 60), 'Must be a list of texts')
  .check(
    z.minLength(1, 'Enter at least one, or null for everything'),
    z.maxLength(MAX_WASTES, `At most ${MAX_WASTES}`),
  );

const degrees = (limit: number) => {
  const message = `Must be a number from -${limit} to ${limit}`;
  return z.number(message).check(z.minimum(-limit, message), z.maximum(limit, message));
};

const fields = {
  name: line('Enter the name of the site', LIMITS.name),
  address: optionalLine(LIMITS.address),
  lat: z.nullable(degrees(90)),
  lng: z.nullable(degrees(180)),
  hours: z.nullable(hours),
  dayHours,
  acceptedWaste: z.nullable(wastes),
};

/** A yard or a disposal site. */
export const dispatchSite = z.object({
  id: z.int(),
  kind: z.enum(SITE_KINDS),
  name: z.string(),
  address: z.string(),
  /** Both null while the place on the map is not known. */
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  /** Seven days, Sunday first, on the business's clock; null for a day: closed. Null: always open. */
  hours: z.nullable(z.array(z.nullable(z.object({ opens: z.string(), closes: z.string() })))),
  /** From today on, in order: hours of one day, in place of those of its weekday. Both times null: closed all day. */
  dayHours: z.array(
    z.object({ day: z.string(), opens: z.nullable(z.string()), closes: z.nullable(z.string()) }),
  ),
  /** What a disposal site accepts, in the words of staff. Null: everything, and for a yard. */
  acceptedWaste: z.nullable(z.array(z.string())),
  /** Incremented by every change: the ETag is this number in quotes. */
  version: z.int(),
});
export type DispatchSite = z.output<typeof dispatchSite>;

export const newSite = z.strictObject({
  kind: z.enum(SITE_KINDS, 'Must be yard or disposal'),
  name: fields.name,
  address: z._default(fields.address, ''),
  lat: z._default(fields.lat, null),
  lng: z._default(fields.lng, null),
  hours: z._default(fields.hours, null),
  acceptedWaste: z._default(fields.acceptedWaste, null),
});
export type NewSite = z.output<typeof newSite>;

/** Fields that are left out stay. */
export const siteChanges = z.strictObject({
  name: z.optional(fields.name),
  address: z.optional(fields.address),
  lat: z.optional(fields.lat),
  lng: z.optional(fields.lng),
  hours: z.optional(fields.hours),
  /** Replaces all days from today on. */
  dayHours: z.optional(fields.dayHours),
  acceptedWaste: z.optional(fields.acceptedWaste),
});
export type SiteChanges = z.output<typeof siteChanges>;

const byId = z.strictObject({ id: rowNumber });

export const listSites = endpoint({
  name: 'listSites',
  method: 'GET',
  path: '/api/admin/sites',
  access: 'office:read',
  reply: z.array(dispatchSite),
});

export const createSite = endpoint({
  name: 'createSite',
  method: 'POST',
  path: '/api/admin/sites',
  access: 'dispatch:write',
  body: newSite,
  status: 201,
  reply: dispatchSite,
});

export const updateSite = endpoint({
  name: 'updateSite',
  method: 'PATCH',
  path: '/api/admin/sites/:id',
  access: 'dispatch:write',
  params: byId,
  body: siteChanges,
  reply: dispatchSite,
});

export const deleteSite = endpoint({
  name: 'deleteSite',
  method: 'DELETE',
  path: '/api/admin/sites/:id',
  access: 'dispatch:write',
  params: byId,
  status: 204,
  reply: z.undefined(),
});
