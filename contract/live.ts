import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What a change can be about. */
export const LIVE_ENTITIES = [
  'booking',
  'payment',
  'job',
  'route',
  'truck',
  'site',
  'dispatch_settings',
  'hold',
  'dumpster',
  'user',
  'notification',
  'reconciliation',
  'catalog',
  'business',
  'pause',
  'blackout_day',
  'terms',
  'message',
  'route_message',
  'saved_view',
  'bulk_action',
] as const;
export type LiveEntity = (typeof LIVE_ENTITIES)[number];

/** A committed change, one message of the socket. It names what changed; the screens read the new values. */
export const liveChange = z.object({
  entity: z.enum(LIVE_ENTITIES),
  /** Null if the change does not say which one: lists of the entity have changed. */
  id: z.nullable(z.int()),
  /** The version after the change; null if the change made none. */
  version: z.nullable(z.int()),
  /** The account that made it; null for customers, Stripe and the system. */
  actorId: z.nullable(z.int()),
  /** The session that made it; null outside of a request. */
  sessionId: z.nullable(z.string()),
});
export type LiveChange = z.output<typeof liveChange>;

/** A message: the change, and whether the session of this socket made it. */
export const liveMessage = z.extend(liveChange, { isOwn: z.boolean() });
export type LiveMessage = z.output<typeof liveMessage>;

/** Changes of these can alter what the routes of a driver show. */
export const DRIVER_ENTITIES: readonly LiveEntity[] = [
  'booking',
  'job',
  'route',
  'truck',
  'site',
  'dispatch_settings',
  'dumpster',
  'catalog',
  'business',
  'route_message',
];

/** The message to drivers. It names nothing of the office: the phone reads its routes, which may be unchanged. */
export const driverLiveMessage = z.object({ changed: z.literal('routes') });
export type DriverLiveMessage = z.output<typeof driverLiveMessage>;

/** The only text that a client sends, and the reply to it. Neither wakes the object that holds the sockets. */
export const LIVE_PING = 'ping';
export const LIVE_PONG = 'pong';

/** Close codes that a client treats differently from a lost connection. */
export const LIVE_CLOSE = {
  /** The session ended: the client asks who it is, and does not connect again before it signs in. */
  sessionEnded: 4001,
  /** The account opened a newer socket and has too many. */
  tooManySockets: 4002,
  /** The client sent something else than LIVE_PING. */
  unexpectedMessage: 1008,
} as const;

/** An account's sockets above this number close, the oldest first. */
export const MAX_SOCKETS_AN_ACCOUNT = 20;

export const openLive = endpoint({
  name: 'openLive',
  method: 'GET',
  path: '/api/live',
  access: 'office:read',
  status: 101,
  reply: liveMessage,
  kind: 'raw',
});

export const openDriverLive = endpoint({
  name: 'openDriverLive',
  method: 'GET',
  path: '/api/driver/live',
  access: 'route:own',
  status: 101,
  reply: driverLiveMessage,
  kind: 'raw',
});
