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
  actionId: z.string(),
  stopId: z.int(),
  /** Null for a stop without a customer. */
  bookingId: z.nullable(z.int()),
  /** When the driver did it, on the server's clock. */
  doneAt: instant,
  createdAt: instant,
  decidedAt: z.nullable(instant),
  /** The name of the dispatcher; null while it is open, and when it ended by itself. */
  decidedBy: z.nullable(z.string()),
});

export const listDriverConflicts = endpoint({
  name: 'listDriverConflicts',
  method: 'GET',
  path: '/api/dispatch/conflicts',
  summary:
    'Lists what drivers recorded against the plan or an earlier record and no dispatcher has decided, oldest first; at most 200. The facts are kept whether it is decided or not.',
  access: 'office:read',
  reply: z.array(driverConflict),
  errors: ['unauthenticated', 'forbidden'],
});

export const decideDriverConflict = endpoint({
  name: 'decideDriverConflict',
  method: 'POST',
  path: '/api/dispatch/conflicts/:id/decide',
  summary:
    'Takes a conflict off the list, after a dispatcher has put right what was wrong. A ticket makes no dump fee any more. Deciding again changes nothing.',
  access: 'dispatch:write',
  params: z.strictObject({ id: rowNumber }),
  reply: driverConflict,
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
});
