import * as z from 'zod/mini';
import { UNIT_PLACES } from '#domain/dispatch/places.ts';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
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
export const listDumpsters = endpoint({
  name: 'listDumpsters',
  method: 'GET',
  path: '/api/dumpsters',
  access: 'office:read',
  query: listQuery(['id', 'dumpsterNumber', 'dumpsterType', 'isAvailable'], {
    dumpsterType: z.optional(dumpsterType),
    isAvailable: z.optional(flag),
    place: z.optional(z.enum(UNIT_PLACES, 'There is no such place')),
  }),
  reply: z.array(dumpster),
});

export const getDumpster = endpoint({
  name: 'getDumpster',
  method: 'GET',
  path: '/api/dumpsters/:id',
  access: 'office:read',
  params: byId,
  reply: dumpster,
});

export const createDumpster = endpoint({
  name: 'createDumpster',
  method: 'POST',
  path: '/api/dumpsters',
  access: 'inventory:write',
  body: newDumpster,
  reply: dumpster,
  status: 201,
});

export const updateDumpster = endpoint({
  name: 'updateDumpster',
  method: 'PATCH',
  path: '/api/dumpsters/:id',
  access: 'inventory:write',
  params: byId,
  body: dumpsterChanges,
  reply: dumpster,
});

export const deleteDumpster = endpoint({
  name: 'deleteDumpster',
  method: 'DELETE',
  path: '/api/dumpsters/:id',
  access: 'inventory:write',
  params: byId,
  reply: z.undefined(),
  status: 204,
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
  access: 'office:read',
  params: z.strictObject({ dumpsterId: rowNumber }),
  query: z.extend(window, { holds: z.optional(flag) }),
  reply: z.array(unitScheduleEntry),
});

export const listSchedules = endpoint({
  name: 'listSchedules',
  method: 'GET',
  path: '/api/dumpster-schedules',
  access: 'office:read',
  query: window,
  reply: z.array(z.extend(scheduleEntry, { dumpsterId: z.int() })),
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
  access: 'office:read',
  query: z.strictObject({ from: day, to: day, dumpsterType: z.optional(dumpsterType) }),
  reply: z.object({ today: z.string(), units: z.array(dumpster), bars: z.array(timelineBar) }),
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
  access: 'office:read',
  query: window,
  reply: z.array(sizeAvailability),
});

export const listFreeDumpsters = endpoint({
  name: 'listFreeDumpsters',
  method: 'GET',
  path: '/api/bookings/:id/free-dumpsters',
  access: 'office:read',
  params: byId,
  query: z.strictObject({ role: z.optional(unitRole) }),
  reply: z.array(dumpster),
});
