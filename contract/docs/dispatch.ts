import type * as dispatch from '#contract/dispatch.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

const CHANGE_ERRORS = ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'] as const;

export const dispatchDocs: DocsOf<typeof dispatch> = {
  getBoard: {
    summary:
      'Returns the routes of a day (default: today) with their stops, times, loads and warnings, and the jobs without a route: late ones, those of the day and those of the next day. At most 500 jobs.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 3,
  },
  createRoute: {
    summary:
      'Adds a route of a driver with a truck. 409 conflict if the driver or the truck has a route on the day.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
    crossings: 3,
  },
  changeRoute: {
    summary:
      'Gives a route another driver, truck or yard, or notes for the driver. Requires If-Match. The driver cannot change once a stop is in progress or done. 409 conflict names the stops of published routes that become impossible (`blocking`).',
    headers: ['If-Match'],
    errors: CHANGE_ERRORS,
    crossings: 6,
  },
  removeRoute: {
    summary:
      'Removes a route; its jobs are open again, and restoreRoute brings it back. Requires If-Match. 409 conflict while a driver is on the way to one of its stops or a stop is done, and with the stops (`blocking`) if a published route depends on it.',
    headers: ['If-Match'],
    errors: CHANGE_ERRORS,
    crossings: 2,
  },
  arrangeStops: {
    summary:
      'Sets the stops of a route in their order: `stops` lists all of them, `jobIds` only the jobs, and every other stop stays after the job that it followed. A pending stop that is missing leaves the route; one that is done stays first. A `stopId` of another route moves the stop. Requires If-Match. `preview` writes nothing. 409 conflict says why the order is impossible, and has the board as it is now; `addYardStops` adds the yard stops that the load needs.',
    headers: ['If-Match'],
    errors: CHANGE_ERRORS,
    crossings: 3,
  },
};
