import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, instant } from './fields.ts';

/** The days of a unit that are held for a customer who is paying. */
export const hold = z.object({
  id: z.string(),
  customerName: z.string(),
  /** '15-Yard'. */
  dumpsterType: z.string(),
  dumpsterNumber: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  createdAt: instant,
  /** When it ends, unless a payment is in progress then. */
  expiresAt: instant,
  /** The client's IPv4 /24 or IPv6 /48 network; null when unknown. */
  network: z.nullable(z.string()),
  /** Whether the request had a device id; requests from scripts usually have none. */
  isDeviceKnown: z.boolean(),
});
export type Hold = z.output<typeof hold>;

/** Unpaid hold-days of a size, or of the fleet (null), and their limit. */
export const holdUsage = z.object({
  dumpsterType: z.nullable(z.string()),
  heldDays: z.int(),
  maxDays: z.int(),
});
export type HoldUsage = z.output<typeof holdUsage>;

/** A day with truck moves of unpaid holds, and how many they can take. */
export const heldMoves = z.object({ day, heldMoves: z.int(), maxHeldMoves: z.int() });
export type HeldMoves = z.output<typeof heldMoves>;

/** At most this many holds are listed; the total counts all. */
export const MAX_LISTED_HOLDS = 200;

export const listHolds = endpoint({
  name: 'listHolds',
  method: 'GET',
  path: '/api/holds',
  access: 'office:read',
  reply: z.object({
    /** The server's time of this reply; the screen counts the remaining time from it. */
    now: instant,
    total: z.int(),
    holds: z.array(hold),
    usage: z.array(holdUsage),
    /** The days with the most held moves first; empty while the trucks have no limit a day. */
    moves: z.array(heldMoves),
  }),
});

export const releaseHold = endpoint({
  name: 'releaseHold',
  method: 'POST',
  path: '/api/holds/:id/release',
  access: 'inventory:write',
  params: z.strictObject({ id: z.string().check(z.maxLength(200)) }),
  reply: z.object({ result: z.enum(['released', 'paid']), bookingId: z.nullable(z.int()) }),
});
