import * as z from 'zod/mini';
import { ACTION_TYPES } from '#domain/dispatch/driver-actions.ts';
import { STOP_TYPES } from '#domain/dispatch/stops.ts';
import { phoneId } from './driver-actions.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';

/** What a driver recorded before a deactivation and sent after it. */
export const waitingAction = z.object({
  id: z.string(),
  /** The name of the driver. */
  driver: z.string(),
  stopId: z.int(),
  stopType: z.enum(STOP_TYPES),
  /** The yard or disposal site; null at a customer. */
  site: z.nullable(z.string()),
  /** Null for a stop without a customer. */
  bookingId: z.nullable(z.int()),
  type: z.enum(ACTION_TYPES),
  payload: z.record(z.string(), z.unknown()),
  /** When the driver did it, on the server's clock. */
  doneAt: instant,
  receivedAt: instant,
});

export const listWaitingActions = endpoint({
  name: 'listWaitingActions',
  method: 'GET',
  path: '/api/dispatch/waiting-actions',
  access: 'office:read',
  reply: z.array(waitingAction),
});

export const decideWaitingAction = endpoint({
  name: 'decideWaitingAction',
  method: 'POST',
  path: '/api/dispatch/waiting-actions/:uuid',
  access: 'dispatch:write',
  params: z.strictObject({ uuid: phoneId }),
  body: z.strictObject({ approve: z.boolean('Must be true or false') }),
  reply: z.object({
    id: z.string(),
    approval: z.enum(['approved', 'rejected']),
    conflict: z.nullable(z.string()),
  }),
});
