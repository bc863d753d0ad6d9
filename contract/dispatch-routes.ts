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
  summary:
    'Shows the route to its driver. Later changes reach the driver at once. Requires If-Match. A published route stays as it is. 409 conflict names the stops that no truck can make (`blocking`); with `override`, which requires dispatch:override, it is published all the same, unless stops that `stopIds` does not name cannot be made by now.',
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
  headers: ['If-Match'],
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
});

export const restoreRoute = endpoint({
  access: 'dispatch:write',
  name: 'restoreRoute',
  method: 'POST',
  path: '/api/dispatch/routes/:id/restore',
  summary:
    'Brings a removed route back with the stops that it had then. Requires If-Match with the version that the removal made. 409 conflict if one of its jobs, its driver or its truck is taken by now, and with the stops (`blocking`) if a published route, or the route itself if it was published, could not be driven.',
  params: z.strictObject({ id: rowNumber }),
  body: z.strictObject({}),
  reply: boardRoute,
  headers: ['If-Match'],
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
});

export const swapCrew = endpoint({
  access: 'dispatch:write',
  name: 'swapCrew',
  method: 'POST',
  path: '/api/dispatch/routes/:id/swap',
  summary:
    'Swaps the drivers or the trucks of two routes of a day. Requires If-Match; `version` is that of the other route. 409 conflict if one of the drivers has begun the route, and with the stops (`blocking`) if a published route could not be driven.',
  params: z.strictObject({ id: rowNumber }),
  body: z.strictObject({
    routeId: idInput,
    version: idInput,
    what: z.enum(['driver', 'truck'], 'Choose what is swapped'),
  }),
  reply: z.object({ routes: z.array(boardRoute) }),
  headers: ['If-Match'],
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
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
  summary: 'Lists who changed a route, when and how: the latest 200 changes, newest first.',
  access: 'office:read',
  params: z.strictObject({ id: rowNumber }),
  reply: z.array(routeHistoryEntry),
  errors: ['unauthenticated', 'forbidden'],
});
