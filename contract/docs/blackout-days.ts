import type * as blackoutDays from '#contract/blackout-days.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const blackoutDaysDocs: DocsOf<typeof blackoutDays> = {
  listBlackoutDays: {
    summary: 'Lists the closed days from `from` (default: today) to `to`, in order.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  listBlackoutDayHistory: {
    summary:
      'Lists when days were closed and opened again, newest first. `before` and `after` have the day and the reason; null while the day was open.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  closeDay: {
    summary:
      'Closes a day for deliveries and pickups, or changes the reason. It takes effect at once. Bookings and holds that exist stay; the reply counts the bookings that have a truck move on the day.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'busy'],
    crossings: 3,
  },
  openDay: {
    summary: 'Opens a closed day again. Does nothing when the day is open. A reason is ignored.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'busy'],
    crossings: 2,
  },
};
