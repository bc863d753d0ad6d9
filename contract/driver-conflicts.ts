import * as z from 'zod/mini';
import { CONFLICT_KINDS } from '#domain/dispatch/conflicts.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { rowNumber } from './lists.ts';

/** What a driver recorded although the plan or an earlier record says something else. */
export const driverConflict = z.object({
  id: z.int(),
  kind: z.enum(CONFLICT_KINDS),
  /** The kind in words. */
  label: z.string(),
  /** What was recorded, what is against it, and what staff can do. */
  message: z.string(),
  /** The name of the driver. */
  driver: z.string(),
  /** The action that recorded it; null if a photo did. */
  actionId: z.nullable(z.string()),
  /** The photo that recorded it; null if an action did. */
  photoId: z.nullable(z.string()),
  stopId: z.int(),
  /** Null for a stop without a customer. */
  bookingId: z.nullable(z.int()),
  /** The number of the unit that the driver recorded, or that is damaged; null for other records. */
  unit: z.nullable(z.string()),
  /** The id of a damaged unit; null for other records, and when it is no longer in the fleet. */
  damagedUnitId: z.nullable(z.int()),
  /** When the driver did it, on the server's clock. */
  doneAt: instant,
  createdAt: instant,
  resolvedAt: z.nullable(instant),
  /** The name of the dispatcher. Null while the conflict is open, and when a later record resolved it. */
  resolvedBy: z.nullable(z.string()),
});

export const listDriverConflicts = endpoint({
  name: 'listDriverConflicts',
  method: 'GET',
  path: '/api/dispatch/conflicts',
  access: 'office:read',
  reply: z.array(driverConflict),
});

export const resolveDriverConflict = endpoint({
  name: 'resolveDriverConflict',
  method: 'POST',
  path: '/api/dispatch/conflicts/:id/resolve',
  access: 'dispatch:write',
  params: z.strictObject({ id: rowNumber }),
  reply: driverConflict,
});
