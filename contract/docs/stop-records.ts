import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as stopRecords from '#contract/stop-records.ts';

export const stopRecordsDocs: DocsOf<typeof stopRecords> = {
  getStopRecord: {
    summary:
      'Returns what a driver recorded at a stop: times, units, ticket, photos, and each action as it was received. `positions`: with the positions of the phone, in degrees.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
    crossings: 1,
  },
  listBookingStopRecords: {
    summary:
      'Lists the stops of a booking at which a driver recorded something, and the disposal stops whose ticket photos belong to it, by day; at most 100. Without positions.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  listAttemptedStops: {
    summary:
      'Lists the bookings at which a driver could not complete a stop, each with the reason of the last one. Oldest first, at most 200. A booking leaves the list when its job is done.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
