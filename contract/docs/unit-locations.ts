import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as unitLocations from '#contract/unit-locations.ts';

export const unitLocationsDocs: DocsOf<typeof unitLocations> = {
  getUnitLocation: {
    summary:
      'Returns where a unit is, and the latest 100 places where it was, newest first. The ETag can be sent as If-Match with a correction.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  correctUnitLocation: {
    summary:
      'Corrects where a unit is from now on, with a reason. Bookings, days and jobs stay as they are. Does nothing when the unit is recorded there already.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale', 'busy'],
    crossings: 7,
  },
};
