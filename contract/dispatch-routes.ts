import * as z from 'zod/mini';
import { boardRoute, MAX_STOPS } from './dispatch.ts';
import { endpoint } from './endpoint.ts';
import { idInput, instant, LIMITS, line } from './fields.ts';
import { rowNumber } from './lists.ts';

export const publishRoute = endpoint({
  access: 'dispatch:write',
  name: 'publishRoute',
  method: 'POST',
  path: '/api/dispatch/routes/:id/publish',
  params: z.strictObject({ id: rowNumber }),
  body: z.strictObject({
    override: z.optional(
      z.strictObject({
        reason: line('Enter the reason', LIMITS.placement),
        /** The stops that were shown. If others cannot be made by now, the call answers with those of now. */
        stopIds: z.optional(
          z.array(idInput).check(z.maxLength(MAX_STOPS, `Must be at most ${MAX_STOPS} stops`)),
        ),
      }),
    ),
  }),
  reply: boardRoute,
});

export const restoreRoute = endpoint({
  access: 'dispatch:write',
  name: 'restoreRoute',
  method: 'POST',
  path: '/api/dispatch/routes/:id/restore',
  params: z.strictObject({ id: rowNumber }),
  body: z.strictObject({}),
  reply: boardRoute,
});

export const swapCrew = endpoint({
  access: 'dispatch:write',
  name: 'swapCrew',
  method: 'POST',
  path: '/api/dispatch/routes/:id/swap',
  params: z.strictObject({ id: rowNumber }),
  body: z.strictObject({
    routeId: idInput,
    version: idInput,
    what: z.enum(['driver', 'truck'], 'Choose what is swapped'),
  }),
  reply: z.object({ routes: z.array(boardRoute) }),
});

const routeHistoryEntry = z.object({
  id: z.int(),
  changedBy: z.string(),
  changedAt: instant,
  /** 'Added: delivery of booking #12'. */
  lines: z.array(z.string()),
});
export type RouteHistoryEntry = z.output<typeof routeHistoryEntry>;

export const listRouteHistory = endpoint({
  name: 'listRouteHistory',
  method: 'GET',
  path: '/api/dispatch/routes/:id/history',
  access: 'office:read',
  params: z.strictObject({ id: rowNumber }),
  reply: z.array(routeHistoryEntry),
});
