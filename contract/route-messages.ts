import * as z from 'zod/mini';
import { MAX_ROUTE_MESSAGE } from '#domain/dispatch/route-messages.ts';
import { endpoint } from './endpoint.ts';
import { day, instant, messageText } from './fields.ts';
import { rowNumber } from './lists.ts';

/** Plain text of 1 to 500 characters. */
export const routeMessageText = messageText.check(
  z.maxLength(MAX_ROUTE_MESSAGE, `Must be at most ${MAX_ROUTE_MESSAGE} characters`),
);

/** A message between the driver of a route and the office, as the phone shows it. */
export const driverMessage = z.object({
  /** Messages are in the order of their ids, on the phone and at the office. */
  id: z.int(),
  /** The stop that it is about; null: the route. */
  stopId: z.nullable(z.int()),
  /** The id that the phone made; null for a message of the office. */
  actionId: z.nullable(z.string()),
  fromName: z.string(),
  /** Empty after the customer's personal data was removed. */
  content: z.string(),
  sentAt: instant,
  /** When the office, or this driver, read it; null before. */
  readAt: z.nullable(instant),
});
export type DriverMessage = z.output<typeof driverMessage>;

/** The same for the office. */
export const routeMessage = z.object({
  id: z.int(),
  routeId: z.int(),
  stopId: z.nullable(z.int()),
  bookingId: z.nullable(z.int()),
  /** The customer or the site of the stop; null: it is about the route. */
  about: z.nullable(z.string()),
  isFromDriver: z.boolean(),
  fromName: z.string(),
  content: z.string(),
  sentAt: instant,
  /** Whether the caller has an unread mark. Drivers' messages have one for each active dispatcher, until one answers. */
  isUnread: z.boolean(),
  /** Who has read it, in that order. */
  readers: z.array(z.object({ name: z.string(), readAt: instant })),
});
export type RouteMessage = z.output<typeof routeMessage>;

/** The messages of one route at a glance. */
const messageCounts = z.object({
  routeId: z.int(),
  count: z.int(),
  /** Of the caller. */
  unreadCount: z.int(),
  last: z.object({ isFromDriver: z.boolean(), content: z.string(), sentAt: instant }),
});
export type MessageCounts = z.output<typeof messageCounts>;

export const listDayMessages = endpoint({
  name: 'listDayMessages',
  method: 'GET',
  path: '/api/dispatch/messages',
  access: 'office:read',
  query: z.strictObject({ day }),
  reply: z.array(messageCounts),
});

const byId = z.strictObject({ id: rowNumber });

export const listRouteMessages = endpoint({
  name: 'listRouteMessages',
  method: 'GET',
  path: '/api/dispatch/routes/:id/messages',
  access: 'office:read',
  params: byId,
  reply: z.array(routeMessage),
});

export const sendRouteMessage = endpoint({
  name: 'sendRouteMessage',
  method: 'POST',
  path: '/api/dispatch/routes/:id/messages',
  access: 'dispatch:write',
  params: byId,
  body: z.strictObject({ content: routeMessageText, stopId: z.optional(z.nullable(z.int())) }),
  reply: routeMessage,
});

export const readDriverMessages = endpoint({
  name: 'readDriverMessages',
  method: 'POST',
  path: '/api/driver/messages/read',
  access: 'route:own',
  body: z.strictObject({ upToId: z.int() }),
  reply: z.undefined(),
  status: 204,
});
