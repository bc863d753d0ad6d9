import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as trucks from '#contract/trucks.ts';

export const trucksDocs: DocsOf<typeof trucks> = {
  listTrucks: {
    summary: 'Lists the trucks by name.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  createTruck: {
    summary: 'Adds a truck. Its name must be unique.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
    crossings: 2,
  },
  updateTruck: {
    summary:
      'Changes a truck. Fields that are left out stay. A truck that is taken out of service keeps the routes that are planned with it.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 3,
  },
  deleteTruck: {
    summary:
      'Removes a truck without unfinished routes from today on and without a dumpster on it. Past routes keep it, and its name can be used again.',
    headers: ['If-Match'],
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 2,
  },
};
