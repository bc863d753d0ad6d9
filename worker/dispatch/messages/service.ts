import type { DriverMessage, MessageCounts, RouteMessage } from '#contract/route-messages.ts';
import { MAX_ROUTE_MESSAGES } from '#domain/dispatch/route-messages.ts';
import { addDays, type Day, isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { cutText } from '#domain/shared/text.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { enqueuePush } from '#worker/notify/push/service.ts';
import {
  computedId,
  findMessageRoute,
  findRouteMessage,
  listMessageCounts,
  listReaders,
  listRouteMessageRows,
  markReadByDriver,
  officeMessageStatements,
  type PhoneMessageRow,
  type RouteMessageRow,
} from './repo.ts';

/** In code points. */
const EXCERPT_LENGTH = 140;

/** The messages of the routes of a day at a glance, with the caller's unread ones. */
export async function readDayMessages(ctx: Context, actor: Actor, day: Day): Promise<MessageCounts[]> {
  const rows = await listMessageCounts(ctx.db, { day, userId: actor.userId });
  return rows.map(({ routeId, count, unreadCount, isFromDriver, content, sentAtMs }) => ({
    routeId,
    count,
    unreadCount,
    last: { isFromDriver, content, sentAt: isoInstant(sentAtMs) },
  }));
}

/** The messages of a route, oldest first. */
export async function readRouteMessages(
  ctx: Context,
  actor: Actor,
  routeId: number,
): Promise<RouteMessage[]> {
  const rows = await listRouteMessageRows(ctx.db, { routeId, userId: actor.userId });
  const readers = Map.groupBy(await listReaders(ctx.db, routeId), ({ messageId }) => messageId);
  return rows.map((row) => toMessage(row, readers.get(row.id)));
}

type SendInput = { routeId: number; stopId: number | null; content: string; key: string | null };

/**
 * Sends a message to the driver of a route. A repeated call with the same key gets the first message. Throws not_found,
 * invalid for a stop of another route, and conflict for a route that the driver does not see, a full one, or a key of
 * another message.
 */
export async function sendToDriver(ctx: Context, actor: Actor, input: SendInput): Promise<RouteMessage> {
  const { routeId, stopId, content } = input;
  const key = input.key ?? ctx.newId();
  const sent = await findSent(ctx, actor, { ...input, key });
  if (sent) return sent;
  const route = await findMessageRoute(ctx.db, { routeId, stopId });
  if (!route) throw new AppError('not_found', 'There is no such route.');
  if (!route.isPublished)
    throw new AppError('conflict', 'Publish the route first: its driver does not see it.');
  if (stopId !== null && route.stopId === null)
    throw new AppError('invalid', 'The stop is not on this route.');
  if (route.count >= MAX_ROUTE_MESSAGES) throw new AppError('conflict', FULL);
  const { driverId, driverName, bookingId } = route;
  const nowMs = ctx.now();
  const message = { key, routeId, stopId, bookingId, fromUserId: actor.userId, content, atMs: nowMs };
  try {
    await commit(ctx, {
      writes: [
        ...officeMessageStatements(ctx.db, { ...message, driverId }),
        ...(bookingId === null
          ? []
          : [
              insertBookingEvent(ctx.db, {
                bookingId,
                action: 'message_sent',
                nowMs,
                actor: { type: 'staff', userId: actor.userId },
                details: { excerpt: excerptOf(content), mentioned: driverName },
                computed: computedId(key),
              }),
            ]),
      ],
    });
  } catch (error) {
    // A concurrent call with the same key was first.
    if (!databaseMessage(error).includes('messages.idempotency_key')) throw error;
  }
  await enqueuePush(ctx, key);
  const stored = await findSent(ctx, actor, { ...input, key });
  if (!stored) throw new Error('The message that was just stored is missing');
  return stored;
}

const FULL = `This route has ${MAX_ROUTE_MESSAGES} messages. Call the driver.`;

/** The beginning of a message on one line, for the history. */
export const excerptOf = (content: string) => cutText(content.replace(/\s+/g, ' '), EXCERPT_LENGTH);

async function findSent(
  ctx: Context,
  { userId }: Actor,
  { key, routeId, stopId, content }: SendInput & { key: string },
): Promise<RouteMessage | null> {
  const row = await findRouteMessage(ctx.db, { key, userId });
  if (!row) return null;
  const isSame = row.fromUserId === userId && row.routeId === routeId && row.stopId === stopId;
  if (!isSame || row.content !== content)
    throw new AppError('conflict', 'This Idempotency-Key was used for another message.');
  return toMessage(row);
}

/** What the office wrote is read on the phone, up to a message. */
export async function markDriverRead(ctx: Context, actor: Actor, upToId: number): Promise<undefined> {
  const [from, to] = [addDays(ctx.today(), -1), addDays(ctx.today(), 1)];
  await markReadByDriver(ctx.db, { driverId: actor.userId, upToId, from, to, nowMs: ctx.now() });
}

function toMessage(
  { sentAtMs, fromUserId: _, ...row }: RouteMessageRow,
  readers: readonly { name: string; readAtMs: number }[] = [],
): RouteMessage {
  return {
    ...row,
    sentAt: isoInstant(sentAtMs),
    readers: readers.map(({ name, readAtMs }) => ({ name, readAt: isoInstant(readAtMs) })),
  };
}

export function toDriverMessage({ sentAtMs, readAtMs, routeId: _, ...row }: PhoneMessageRow): DriverMessage {
  return { ...row, sentAt: isoInstant(sentAtMs), readAt: readAtMs === null ? null : isoInstant(readAtMs) };
}
