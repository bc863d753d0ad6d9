import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as staffBookings from '#contract/staff-bookings.ts';

const writeErrors = ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'] as const;

export const staffBookingsDocs: DocsOf<typeof staffBookings> = {
  listBookings: {
    summary:
      "Lists bookings, latest first. Supports search, filters, sorting and paging. The search finds numbers ('#29'), names, companies, e-mail addresses, phone numbers, addresses, units, dump tickets and days ('Nov 29'); all of its words must match. With a work list of amounts due, the header X-Sum is the sum of all matches in cents, up to 1,000 of them.",
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  getBooking: {
    summary: 'Returns one booking. Its ETag can be sent as If-Match with a change.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 1,
  },
  setBookingStatus: {
    summary:
      'Sets any status. Cancelled frees the days from today; completed from tomorrow, unless pickedUp is false. A unit that was delivered keeps its days until its pickup is done: after cancelled it is due today. Another status reserves a unit and truck moves again. If that breaks calendar rules (closed, full, too_soon), the call is 409 conflict with `warnings` until `override` names them. A cancelled booking with refunds is reopened only if `dueAgain` names their sum, which is due again then; the 409 has it as `dueAgain`. Cancelled ends an open payment link and refunds nothing: see POST /api/refund-payment. Confirmed (once until it is cancelled) and cancelled e-mail the customer after 15 seconds. Another status in this time drops the e-mail about confirmed, but never the one about cancelled.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 3,
  },
  setFinalPrice: {
    summary: 'Sets the total of the rental in cents. Ends an open payment link. E-mails after 15 seconds.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 5,
  },
  moveBooking: {
    summary:
      'Moves a booking to another unit that is free for its days. `role` names one of several units; without it, it is the unit on site, else the next one.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 4,
  },
  clearAttention: {
    summary:
      'Clears the flag of a payment mismatch after staff have checked it. Other reasons end with their cause.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 2,
  },
  listBookingHistory: {
    summary:
      'Lists the history of a booking, newest first: changes, payments, refunds, payment links, disputes and e-mails, each with its actor. At most 200 entries.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  sendReminder: {
    summary: 'Queues an e-mail that reminds the customer of a pending booking, at most once a day.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 3,
  },
  exportBookings: {
    summary:
      'Exports the bookings that match the search and filters, as CSV. `ids` names up to 1,000 of them.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 3,
  },
};
