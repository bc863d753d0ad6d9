import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, dumpsterType, freeText, LIMITS, line } from './fields.ts';
import { flag, listQuery, rowNumber } from './lists.ts';

/** A unit of the fleet. */
export const dumpster = z.object({
  id: z.int(),
  dumpsterNumber: z.string(),
  /** As it is read, '15-Yard'. A page may be older than a size, so any name is understood. */
  dumpsterType: z.string(),
  /** In service; whether it is free is a question of days. */
  isAvailable: z.boolean(),
  notes: z.nullable(z.string()),
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
  summary: 'The fleet, searched by number, size and notes.',
  access: 'office:read',
  query: listQuery(['id', 'dumpsterNumber', 'dumpsterType', 'isAvailable'], {
    dumpsterType: z.optional(dumpsterType),
    isAvailable: z.optional(flag),
  }),
  reply: z.array(dumpster),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

export const getDumpster = endpoint({
  name: 'getDumpster',
  method: 'GET',
  path: '/api/dumpsters/:id',
  summary: 'One unit, with an ETag for a change that must not undo another.',
  access: 'office:read',
  params: byId,
  reply: dumpster,
  errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const createDumpster = endpoint({
  name: 'createDumpster',
  method: 'POST',
  path: '/api/dumpsters',
  summary: 'A new unit.',
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
    'Changes a unit. Switched off, it keeps what it is promised to; its size changes only without coming bookings.',
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
    'Takes a unit without coming bookings out of the fleet; its history stays, its number is free again.',
  access: 'inventory:write',
  params: byId,
  reply: z.undefined(),
  status: 204,
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'busy'],
});

/** Days that a booking holds, both included. */
export const scheduleEntry = z.object({
  id: z.int(),
  bookingId: z.int(),
  startDate: z.string(),
  endDate: z.string(),
});
export type ScheduleEntry = z.output<typeof scheduleEntry>;

/** Days of one unit: of a booking, or held by a customer who is paying, which is no booking yet. */
export const unitScheduleEntry = z.extend(scheduleEntry, { bookingId: z.nullable(z.int()) });
export type UnitScheduleEntry = z.output<typeof unitScheduleEntry>;

/** Entries that touch these days; an end that is left out is open. */
const window = z.strictObject({ from: z.optional(day), to: z.optional(day) });

export const listDumpsterSchedule = endpoint({
  name: 'listDumpsterSchedule',
  method: 'GET',
  path: '/api/dumpster-schedules/dumpster/:dumpsterId',
  summary:
    'The days for which a unit is booked, in their order. With holds=true also those held by customers who are paying: their bookingId is null.',
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
  summary:
    'The days for which units are booked: from today on for 30 days unless asked otherwise, 366 days at most.',
  access: 'office:read',
  query: window,
  reply: z.array(z.extend(scheduleEntry, { dumpsterId: z.int() })),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

/** How many units of a size are free, holds of customers who are paying counted as taken. */
export const sizeAvailability = z.object({
  dumpsterType: z.string(),
  /** All of the fleet. */
  total: z.int(),
  inService: z.int(),
  /** Free on every day asked for. */
  available: z.int(),
  days: z.array(z.object({ day: z.string(), free: z.int() })),
});
export type SizeAvailability = z.output<typeof sizeAvailability>;

export const listSizeAvailability = endpoint({
  name: 'listSizeAvailability',
  method: 'GET',
  path: '/api/dumpster-availability',
  summary:
    'Units of each size that are free for the days asked (today unless said otherwise), and day by day.',
  access: 'office:read',
  query: window,
  reply: z.array(sizeAvailability),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});
