import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as messages from '#contract/messages.ts';

export const messagesDocs: DocsOf<typeof messages> = {
  listMessages: {
    summary:
      'Lists the messages on a booking, newest first: between staff, and between drivers and the office about its stops.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  sendMessage: {
    summary:
      "Sends a message of 1 to 2,000 characters. Every active staff account that it names as '@username' gets an unread mention; other names stay text. A repeated call with the same Idempotency-Key returns the first message. Messages cannot be changed or deleted.",
    headers: ['Idempotency-Key'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 5,
  },
  listColleagues: {
    summary: 'Lists the accounts that a message can mention: active staff, by name.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  listUnreadMentions: {
    summary: "Lists the caller's unread mentions, newest first, at most 20, and counts all of them.",
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  markMessagesRead: {
    summary:
      "Marks the caller's mentions as read: those in the messages with these ids, or all on a booking. Returns the mentions that are still unread.",
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 3,
  },
};
