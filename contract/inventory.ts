import * as z from 'zod/mini';
import { BOOKING_STATUSES } from '#domain/bookings.ts';
import { UNIT_PLACES } from '#domain/dispatch/places.ts';
import { endpoint } from './endpoint.ts';
import { day, dumpsterType, freeText, instant, LIMITS, line, unitRole } from './fields.ts';
import { flag, listQuery, rowNumber } from './lists.ts';

/** Where a unit is now. The fields that the place does not need are null. */
export const unitLocation = z.object({
  place: z.enum(UNIT_PLACES),
  /** The yard or disposal site; null for the only yard, and when it is not known. */
  siteId: z.nullable(z.int()),
  siteName: z.nullable(z.string()),
  bookingId: z.nullable(z.int()),
  /** The name of the booking's customer. */
  customer: z.nullable(z.string()),
  truckId: z.nullable(z.int()),
  truckName: z.nullable(z.string()),
  /** Null for a unit that was never moved. */
  since: z.nullable(instant),
});
export type UnitLocation = z.output<typeof unitLocation>;

/** A unit that was never moved is in the yard. */
export const NEVER_MOVED: UnitLocation = {
  place: 'yard',
  siteId: null,
  siteName: null,
  bookingId: null,
  customer: null,
  truckId: null,
  truckName: null,
  since: null,
};

/** A unit of the fleet. */
export const dumpster = z.object({
  id: z.int(),
  dumpsterNumber: z.string(),
  /** The size's name, '15-Yard'. */
  dumpsterType: z.string(),
  /** The size's slug, '15-yard'. */
  sizeId: z.string(),
  /** Whether the unit is in service. Whether it is free depends on the days. */
  isAvailable: z.boolean(),
  notes: z.nullable(z.string()),
  location: unitLocation,
});
export type Dumpster = z.output<typeof dumpster>;

const notes = z.nullable(freeText);

export const newDumpster = z.strictObject({
  dumpsterNumber: line('Dumpster number is required', LIMITS.name),
  dumpsterType,
  isAvailable: z._default(z.boolean('Must be true or false'), true),
  notes: z.optional(notes),
});
export type NewDumpster = z.output<typeof newDumpster>;

export const dumpsterChanges = z.strictObject({
  dumpsterNumber: z.optional(newDumpster.shape.dumpsterNumber),
  dumpsterType: z.optional(dumpsterType),
  isAvailable: z.optional(z.boolean('Must be true or false')),
  notes: z.optional(notes),
});
export type DumpsterChanges = z.output<typeof dumpsterChanges>;

const byId = z.strictObject({ id: rowNumber });
const writeErrors = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'stale',
  'busy',
] as const;

export const listDumpsters = endpoint({
  name: 'listDumpsters',
  method: 'GET',
  path: '/api/dumpsters',
  summary: 'Lists the fleet. Search covers number, size and notes.',
  access: 'office:read',
  query: listQuery(['id', 'dumpsterNumber', 'dumpsterType', 'isAvailable'], {
    dumpsterType: z.optional(dumpsterType),
    isAvailable: z.optional(flag),
    place: z.optional(z.enum(UNIT_PLACES, 'There is no such place')),
  }),
  reply: z.array(dumpster),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

export const getDumpster = endpoint({
  name: 'getDumpster',
  method: 'GET',
  path: '/api/dumpsters/:id',
  summary: 'Returns one unit. Its ETag can be sent as If-Match with a change.',
  access: 'office:read',
  params: byId,
  reply: dumpster,
  errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const createDumpster = endpoint({
  name: 'createDumpster',
  method: 'POST',
  path: '/api/dumpsters',
  summary: 'Adds a unit.',
  access: 'inventory:write',
  body: newDumpster,
  reply: dumpster,
  status: 201,
  errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
});

export const updateDumpster = endpoint({
  name: 'updateDumpster',
  method: 'PATCH',
  path: '/api/dumpsters/:id',
  summary:
    'Changes a unit. A unit out of service keeps its bookings and holds. Its size can change only while it has no upcoming bookings.',
  access: 'inventory:write',
  params: byId,
  body: dumpsterChanges,
  reply: dumpster,
  headers: ['If-Match'],
  errors: writeErrors,
});

export const deleteDumpster = endpoint({
  name: 'deleteDumpster',
  method: 'DELETE',
  path: '/api/dumpsters/:id',
  summary:
    'Removes a unit without upcoming bookings from the fleet. Its history stays, and its number can be used again.',
  access: 'inventory:write',
  params: byId,
  reply: z.undefined(),
  status: 204,
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'busy'],
});

/** The days of a booking on a unit, both included. */
export const scheduleEntry = z.object({
  id: z.int(),
  bookingId: z.int(),
  startDate: z.string(),
  endDate: z.string(),
});

/** The days of a booking, or of a hold for a customer who is paying (bookingId is null). */
export const unitScheduleEntry = z.extend(scheduleEntry, { bookingId: z.nullable(z.int()) });
export type UnitScheduleEntry = z.output<typeof unitScheduleEntry>;

/** Entries that overlap these days; a missing bound is open. */
const window = z.strictObject({ from: z.optional(day), to: z.optional(day) });

export const listDumpsterSchedule = endpoint({
  name: 'listDumpsterSchedule',
  method: 'GET',
  path: '/api/dumpster-schedules/dumpster/:dumpsterId',
  summary:
    'Lists the days for which a unit is booked, in order. With holds=true also the days held for customers who are paying, with bookingId null.',
  access: 'office:read',
  params: z.strictObject({ dumpsterId: rowNumber }),
  query: z.extend(window, { holds: z.optional(flag) }),
  reply: z.array(unitScheduleEntry),
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
});

export const listSchedules = endpoint({
  name: 'listSchedules',
  method: 'GET',
  path: '/api/dumpster-schedules',
  summary: 'Lists the days for which units are booked. Default: 30 days from today; at most 366 days.',
  access: 'office:read',
  query: window,
  reply: z.array(z.extend(scheduleEntry, { dumpsterId: z.int() })),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

/** Six weeks. */
export const MAX_TIMELINE_DAYS = 42;

/** The days of a booking on a unit, or of a hold for a customer who is paying (then bookingId and the fields after it are null). */
export const timelineBar = z.object({
  id: z.int(),
  dumpsterId: z.int(),
  startDate: z.string(),
  endDate: z.string(),
  bookingId: z.nullable(z.int()),
  /** Which of the units of the booking it is: 'first', 'exchange 1'. */
  role: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  status: z.nullable(z.enum(BOOKING_STATUSES)),
  /** Of the booking: its ETag is the number in quotes. */
  version: z.nullable(z.int()),
});
export type TimelineBar = z.output<typeof timelineBar>;

export const getFleetTimeline = endpoint({
  name: 'getFleetTimeline',
  method: 'GET',
  path: '/api/fleet-timeline',
  summary: 'Returns the units, and what occupies each of them from one day to another, at most 42 days.',
  access: 'office:read',
  query: z.strictObject({ from: day, to: day, dumpsterType: z.optional(dumpsterType) }),
  reply: z.object({ today: z.string(), units: z.array(dumpster), bars: z.array(timelineBar) }),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

/** How many units of a size are free. Holds count as taken. */
export const sizeAvailability = z.object({
  dumpsterType: z.string(),
  sizeId: z.string(),
  /** All units of this size. */
  total: z.int(),
  inService: z.int(),
  /** Free on every requested day. */
  available: z.int(),
  days: z.array(z.object({ day: z.string(), free: z.int() })),
});
export type SizeAvailability = z.output<typeof sizeAvailability>;

export const listSizeAvailability = endpoint({
  name: 'listSizeAvailability',
  method: 'GET',
  path: '/api/dumpster-availability',
  summary: 'Counts the free units of each size, for the whole range (default: today) and for each day.',
  access: 'office:read',
  query: window,
  reply: z.array(sizeAvailability),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

export const listFreeDumpsters = endpoint({
  name: 'listFreeDumpsters',
  method: 'GET',
  path: '/api/bookings/:id/free-dumpsters',
  summary:
    'Lists the units in service to which a booking can be moved, its own size first. `role` names one of several units; without it, it is the unit on site, else the next one.',
  access: 'office:read',
  params: byId,
  query: z.strictObject({ role: z.optional(unitRole) }),
  reply: z.array(dumpster),
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
});
