import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as routeMessages from '#contract/route-messages.ts';

export const routeMessagesDocs: DocsOf<typeof routeMessages> = {
  listDayMessages: {
    summary:
      'Counts the messages between drivers and the office on the routes of a day, with the last one of each. Routes without a message are left out.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  listRouteMessages: {
    summary: 'Lists the messages between the driver of a route and the office, oldest first, at most 300.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 2,
  },
  sendRouteMessage: {
    summary:
      "Sends a message of 1 to 500 characters to the driver of a published route, about the route or one of its stops. Ends the unread marks of the driver's earlier messages. A repeated call with the same Idempotency-Key returns the first message. 409 conflict for a route that is not published, and after 300 messages.",
    headers: ['Idempotency-Key'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 4,
  },
  readDriverMessages: {
    summary:
      "Marks the messages of the office on the driver's own routes as read, up to the one with this id.",
    errors: ['invalid', 'unauthenticated', 'forbidden', 'too_many'],
    crossings: 2,
  },
};
