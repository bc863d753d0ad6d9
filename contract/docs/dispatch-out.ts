import type * as dispatchOut from '#contract/dispatch-out.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const dispatchOutDocs: DocsOf<typeof dispatchOut> = {
  previewOut: {
    summary:
      'Shows what it means that the truck or the driver of a route is out from a time: which stops leave the route, where they would go, and which customers are sent what. Changes nothing. A stop in progress stays with its driver.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 4,
  },
  takeOut: {
    summary:
      'Takes the truck or the driver of a route out from a time until the end of its day, and takes the stops that are left off the route, in one transaction. They are spread over the routes of the preview, carried to another day, or open. Requires If-Match. 409 stale if one of the routes, or a job, changed since the preview. The truck and the driver are left out of proposals of the day.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 5,
  },
  endAbsence: {
    summary: 'Says that a truck or a driver is back in service on the day. Routes stay as they are.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
};
