import type * as dispatchRoutes from '#contract/dispatch-routes.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const dispatchRoutesDocs: DocsOf<typeof dispatchRoutes> = {
  publishRoute: {
    summary:
      'Shows the route to its driver. Later changes reach the driver at once. Requires If-Match. A published route stays as it is. 409 conflict names the stops that no truck can make (`blocking`); with `override`, which requires dispatch:override, it is published all the same, unless stops that `stopIds` does not name cannot be made by now.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 5,
  },
  restoreRoute: {
    summary:
      'Brings a removed route back with the stops that it had then. Requires If-Match with the version that the removal made. 409 conflict if one of its jobs, its driver or its truck is taken by now, and with the stops (`blocking`) if a published route, or the route itself if it was published, could not be driven.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 6,
  },
  swapCrew: {
    summary:
      'Swaps the drivers or the trucks of two routes of a day. Requires If-Match; `version` is that of the other route. 409 conflict if one of the drivers has begun the route, and with the stops (`blocking`) if a published route could not be driven.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 6,
  },
  listRouteHistory: {
    summary: 'Lists who changed a route, when and how: the latest 200 changes, newest first.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
