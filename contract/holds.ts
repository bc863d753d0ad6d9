import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';

/** Days of a unit that a customer who is paying holds. */
export const hold = z.object({
  id: z.string(),
  customerName: z.string(),
  /** '15-Yard'. */
  dumpsterType: z.string(),
  dumpsterNumber: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  createdAt: instant,
  /** When it ends, unless a payment is under way then. */
  expiresAt: instant,
  /** The IPv4 /24 or IPv6 /48 that the call came from; null when it is not known. */
  network: z.nullable(z.string()),
  /** Whether the browser sent its id: calls that are made without the page have none. */
  isDeviceKnown: z.boolean(),
});
export type Hold = z.output<typeof hold>;

/** Days held unpaid, of a size or (null) of the fleet, and the most that may be. */
export const holdUsage = z.object({
  dumpsterType: z.nullable(z.string()),
  heldDays: z.int(),
  maxDays: z.int(),
});
export type HoldUsage = z.output<typeof holdUsage>;

/** More holds than this are only counted. */
export const MAX_LISTED_HOLDS = 200;

export const listHolds = endpoint({
  name: 'listHolds',
  method: 'GET',
  path: '/api/holds',
  summary: `Units held by customers who are paying, newest first, ${MAX_LISTED_HOLDS} at most, and how near their limits are.`,
  access: 'office:read',
  reply: z.object({
    /** The server's clock at this reply: time left is counted from it. */
    now: instant,
    total: z.int(),
    holds: z.array(hold),
    usage: z.array(holdUsage),
  }),
  errors: ['unauthenticated', 'forbidden'],
});

export const releaseHold = endpoint({
  name: 'releaseHold',
  method: 'POST',
  path: '/api/holds/:id/release',
  summary:
    "Cancels the payment of a hold at Stripe and frees its days; a payment that has succeeded becomes its booking instead. 'paid' has the booking's number.",
  access: 'inventory:write',
  params: z.strictObject({ id: z.string().check(z.maxLength(200)) }),
  reply: z.object({ result: z.enum(['released', 'paid']), bookingId: z.nullable(z.int()) }),
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'busy', 'provider_unavailable'],
});
