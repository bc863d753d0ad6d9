import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant, messageText } from './fields.ts';
import { listQuery, rowNumber } from './lists.ts';

/** A message on a booking: between staff, or between the driver of a route and the office about a stop of the booking. */
export const message = z.object({
  id: z.int(),
  bookingId: z.int(),
  fromUserId: z.int(),
  /** The full name of the author, or the username. */
  fromName: z.string(),
  /** The colleague whom the message mentions, if it mentions exactly one. */
  toUserId: z.nullable(z.int()),
  /** Plain text; empty after the customer's personal data was removed. */
  content: z.string(),
  /** Whether everyone whom the message mentions has read it; false without mentions. */
  isRead: z.boolean(),
  createdAt: instant,
  /** The route of a message between its driver and the office; null between staff, which drivers never see. */
  route: z.nullable(z.object({ id: z.int(), day: z.string(), isFromDriver: z.boolean() })),
  /** The colleagues whom the message mentions, by their current usernames. */
  mentions: z.array(
    z.object({ userId: z.int(), username: z.string(), name: z.string(), isRead: z.boolean() }),
  ),
});
export type Message = z.output<typeof message>;

/** An unread mention of the caller, or a message of a driver. */
const unreadMention = z.object({
  messageId: z.int(),
  /** Null for a message of a driver that is not about a customer. */
  bookingId: z.nullable(z.int()),
  customerName: z.nullable(z.string()),
  route: z.nullable(z.object({ id: z.int(), day: z.string() })),
  fromName: z.string(),
  /** The beginning of the message, on one line. */
  excerpt: z.string(),
  createdAt: instant,
});

/** `mentions`: the newest 20. */
export const unreadMentions = z.object({ count: z.int(), mentions: z.array(unreadMention) });
export type UnreadMentions = z.output<typeof unreadMentions>;

/** An account that a message can mention. */
export const colleague = z.object({ id: z.int(), username: z.string(), name: z.string() });
export type Colleague = z.output<typeof colleague>;

const byId = z.strictObject({ id: rowNumber });

export const listMessages = endpoint({
  name: 'listMessages',
  method: 'GET',
  path: '/api/bookings/:id/messages',
  access: 'office:read',
  params: byId,
  query: z.omit(listQuery(['id'], {}), { search: true }),
  reply: z.array(message),
});

export const sendMessage = endpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/api/bookings/:id/messages',
  access: 'bookings:write',
  params: byId,
  body: z.strictObject({ content: messageText }),
  reply: message,
});

export const listColleagues = endpoint({
  name: 'listColleagues',
  method: 'GET',
  path: '/api/messages/colleagues',
  access: 'office:read',
  reply: z.array(colleague),
});

export const listUnreadMentions = endpoint({
  name: 'listUnreadMentions',
  method: 'GET',
  path: '/api/messages/unread',
  access: 'office:read',
  reply: unreadMentions,
});

const ONE_OF = 'Send either ids or bookingId';

export const markMessagesRead = endpoint({
  name: 'markMessagesRead',
  method: 'POST',
  path: '/api/messages/read',
  access: 'office:read',
  body: z
    .strictObject({
      ids: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(200))),
      bookingId: z.optional(z.int()),
    })
    .check(
      z.refine(({ ids, bookingId }) => (ids === undefined) !== (bookingId === undefined), {
        error: ONE_OF,
        path: ['ids'],
      }),
    ),
  reply: unreadMentions,
});
