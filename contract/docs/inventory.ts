import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as inventory from '#contract/inventory.ts';

const writeErrors = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'stale',
  'busy',
] as const;

export const inventoryDocs: DocsOf<typeof inventory> = {
  listDumpsters: {
    summary: 'Lists the fleet. Search covers number, size and notes.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 2,
  },
  getDumpster: {
    summary: 'Returns one unit. Its ETag can be sent as If-Match with a change.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 3,
  },
  createDumpster: {
    summary: 'Adds a unit.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
    crossings: 4,
  },
  updateDumpster: {
    summary:
      'Changes a unit. A unit out of service keeps its bookings and holds. Its size can change only while it has no upcoming bookings.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 4,
  },
  deleteDumpster: {
    summary:
      'Removes a unit without upcoming bookings from the fleet. Its history stays, and its number can be used again.',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'busy'],
    crossings: 2,
  },
  listDumpsterSchedule: {
    summary:
      'Lists the days for which a unit is booked, in order. With holds=true also the days held for customers who are paying, with bookingId null.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  listSchedules: {
    summary: 'Lists the days for which units are booked. Default: 30 days from today; at most 366 days.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  getFleetTimeline: {
    summary: 'Returns the units, and what occupies each of them from one day to another, at most 42 days.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 2,
  },
  listSizeAvailability: {
    summary: 'Counts the free units of each size, for the whole range (default: today) and for each day.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 2,
  },
  listFreeDumpsters: {
    summary:
      'Lists the units in service to which a booking can be moved, its own size first. `role` names one of several units; without it, it is the unit on site, else the next one.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
    crossings: 3,
  },
};
