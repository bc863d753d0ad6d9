import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, LIMITS, line } from './fields.ts';
import { historyEntry } from './history.ts';

/** A day without deliveries and pickups. */
export const blackoutDay = z.object({
  day: z.string(),
  reason: z.string(),
  /** Bookings that have a delivery, a pickup or another truck move on the day, done ones included. */
  bookings: z.int(),
});
export type BlackoutDay = z.output<typeof blackoutDay>;

export const listBlackoutDays = endpoint({
  name: 'listBlackoutDays',
  method: 'GET',
  path: '/api/admin/blackout-days',
  summary: 'Lists the closed days from `from` (default: today) to `to`, in order.',
  access: 'office:read',
  query: z.strictObject({ from: z.optional(day), to: z.optional(day) }),
  reply: z.array(blackoutDay),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

export const listBlackoutDayHistory = endpoint({
  name: 'listBlackoutDayHistory',
  method: 'GET',
  path: '/api/admin/blackout-days/history',
  summary:
    'Lists when days were closed and opened again, newest first. `before` and `after` have the day and the reason; null while the day was open.',
  access: 'office:read',
  reply: z.array(historyEntry),
  errors: ['unauthenticated', 'forbidden'],
});

export const closeDay = endpoint({
  name: 'closeDay',
  method: 'POST',
  path: '/api/admin/blackout-days',
  summary:
    'Closes a day for deliveries and pickups, or changes the reason. It takes effect at once. Bookings and holds that exist stay; the reply counts the bookings that have a truck move on the day.',
  access: 'catalog:write',
  body: z.strictObject({ day, reason: line('Enter the reason', LIMITS.name) }),
  reply: blackoutDay,
  errors: ['invalid', 'unauthenticated', 'forbidden', 'busy'],
});

export const openDay = endpoint({
  name: 'openDay',
  method: 'DELETE',
  path: '/api/admin/blackout-days',
  summary: 'Opens a closed day again. Does nothing when the day is open. A reason is ignored.',
  access: 'catalog:write',
  body: z.strictObject({ day, reason: z.optional(z.string()) }),
  reply: z.undefined(),
  status: 204,
  errors: ['invalid', 'unauthenticated', 'forbidden', 'busy'],
});
