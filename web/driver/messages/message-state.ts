import type { DriverRoute } from '#contract/driver-routes.ts';
import type { DriverMessage } from '#contract/route-messages.ts';
import type { StoredRoutes } from '#web/driver/outbox/database.ts';
import { isMessage, type OutboxItem } from '#web/driver/outbox/items.ts';

/** A message of a route as the phone shows it. */
export type ShownMessage = Pick<DriverMessage, 'stopId' | 'content' | 'sentAt'> & {
  key: string;
  /** Null: the driver wrote it. */
  from: string | null;
  state: 'waiting' | 'sent' | 'read' | 'refused';
  /** Why the office refused it. */
  reason: string | null;
};

/** A route that an earlier version of the app stored has none. */
const messagesOf = ({ messages }: Partial<DriverRoute>): readonly DriverMessage[] => messages ?? [];

/** The messages of a route: what the server has, in its order, and after it what is not there yet. */
export function shownMessages(route: DriverRoute, items: readonly OutboxItem[]): ShownMessage[] {
  const stored = messagesOf(route);
  const waiting = items
    .filter(isMessage)
    .filter(
      (item) =>
        route.stops.some(({ id }) => id === item.stopId) &&
        stored.every(({ actionId }) => actionId !== item.id),
    );
  return [
    ...stored.map(({ id, actionId, fromName, readAt, stopId, content, sentAt }) => ({
      key: String(id),
      stopId,
      content,
      sentAt,
      reason: null,
      from: actionId === null ? fromName : null,
      state: readAt === null ? ('sent' as const) : ('read' as const),
    })),
    ...waiting.map(({ id, stopId, payload, deviceTime, state, reason }) => ({
      key: id,
      from: null,
      content: String(payload.text),
      sentAt: deviceTime,
      state,
      reason,
      stopId: payload.about === 'stop' ? stopId : null,
    })),
  ];
}

/** What the office wrote on a route and the driver has not read, oldest first. */
export function unreadMessages(route: DriverRoute, { readMessageId = 0 }: Partial<StoredRoutes>) {
  return messagesOf(route).filter(
    ({ id, actionId, readAt }) => actionId === null && readAt === null && id > readMessageId,
  );
}

/** The latest message of the office that is not read; 0 without one. */
export function newestUnreadId(routes: StoredRoutes | null): number {
  if (!routes) return 0;
  return Math.max(
    0,
    ...routes.reply.routes.flatMap((route) => unreadMessages(route, routes).map(({ id }) => id)),
  );
}

/** The latest message of the office on a route; 0 without one. */
export function lastOfficeId(route: DriverRoute): number {
  return messagesOf(route).findLast(({ actionId }) => actionId === null)?.id ?? 0;
}
