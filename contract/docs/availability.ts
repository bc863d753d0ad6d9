import type * as availability from '#contract/availability.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const availabilityDocs: DocsOf<typeof availability> = {
  listAvailableDumpsterTypes: {
    summary:
      'Lists the sizes in order. Each has the number of units that are free for the rental days; without a date, of units in service. On a day that is closed, full or too soon each has that `reason`.',
    errors: ['invalid'],
    crossings: 1,
  },
  listUnavailableDates: {
    summary:
      'Lists the days of a month on which a rental of this size cannot begin, including past days and days beyond the booking horizon. `reasons` says why: closed (no deliveries), full (no truck), sold_out (no unit) or too_soon (lead time or cut-off); past days and days beyond the horizon have none. `pickupDays` has the delivery days whose pickup is later than the last rental day. With `zip` and `placementType` street, the days that a street permit takes count.',
    errors: ['invalid', 'too_many'],
    crossings: 1,
  },
  getNextAvailableDate: {
    summary:
      'Returns the first day on or after `from` (default and minimum: today) on which the rental can begin. The value is a sentence when there are no bookings from today on, and null when no day within the horizon is free. With `daysBefore`, the reply also has previousAvailableDate: the last free day within that many days before `from`, or null.',
    errors: ['invalid', 'too_many'],
    crossings: 1,
  },
};
