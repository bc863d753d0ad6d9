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
  access: 'office:read',
  query: z.strictObject({ from: z.optional(day), to: z.optional(day) }),
  reply: z.array(blackoutDay),
});

export const listBlackoutDayHistory = endpoint({
  name: 'listBlackoutDayHistory',
  method: 'GET',
  path: '/api/admin/blackout-days/history',
  access: 'office:read',
  reply: z.array(historyEntry),
});

export const closeDay = endpoint({
  name: 'closeDay',
  method: 'POST',
  path: '/api/admin/blackout-days',
  access: 'catalog:write',
  body: z.strictObject({ day, reason: line('Enter the reason', LIMITS.name) }),
  reply: blackoutDay,
});

export const openDay = endpoint({
  name: 'openDay',
  method: 'DELETE',
  path: '/api/admin/blackout-days',
  access: 'catalog:write',
  body: z.strictObject({ day, reason: z.optional(z.string()) }),
  reply: z.undefined(),
  status: 204,
});
