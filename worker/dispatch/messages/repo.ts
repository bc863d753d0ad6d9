import { type SQL, sql } from 'drizzle-orm';
import { can, ROLES } from '#domain/accounts/access.ts';
import { MAX_ROUTE_MESSAGES } from '#domain/dispatch/route-messages.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { limitTo, type RowsQuery, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { nameOf } from '#worker/base/history/repo.ts';

const PHONE_FIELDS = {
  id: sql<number>`m.id`,
  routeId: sql<number>`x.route_id`,
  stopId: sql<number | null>`x.stop_id`,
  actionId: sql<string | null>`x.action_id`,
  fromName: sql<string>`coalesce(${nameOf(sql`m.from_user_id`)}, '')`,
  content: sql<string>`m.content`,
  sentAtMs: sql<number>`m.created_at`,
  readAtMs: sql<number | null>`(SELECT min(read_at) FROM message_mentions
    WHERE message_id = m.id AND (x.action_id IS NOT NULL OR user_id = r.driver_id))`,
};
export type PhoneMessageRow = SelectedRow<typeof PHONE_FIELDS>;

/** For the phone, in their order. `where`: about the routes `r`. */
export function messagesWhere(where: SQL): RowsQuery<typeof PHONE_FIELDS> {
  return {
    fields: PHONE_FIELDS,
    query: (columns) => sql`
      SELECT ${columns} FROM driver_routes r CROSS JOIN route_messages x ON x.route_id = r.id
        JOIN messages m ON m.id = x.message_id
      WHERE ${where} ORDER BY m.id`,
  };
}

const FIELDS = {
  id: sql<number>`m.id`,
  routeId: sql<number>`x.route_id`,
  stopId: sql<number | null>`x.stop_id`,
  bookingId: sql<number | null>`m.booking_id`,
  about: sql<string | null>`coalesce(b.first_name || ' ' || b.last_name, p.name)`,
  isFromDriver: sql<boolean>`x.action_id IS NOT NULL`.mapWith(Boolean),
  fromUserId: sql<number>`m.from_user_id`,
  fromName: PHONE_FIELDS.fromName,
  content: PHONE_FIELDS.content,
  sentAtMs: PHONE_FIELDS.sentAtMs,
};

const SOURCE = sql`route_messages x JOIN messages m ON m.id = x.message_id
  LEFT JOIN driver_route_stops s ON s.id = x.stop_id LEFT JOIN bookings b ON b.id = m.booking_id
  LEFT JOIN sites p ON p.id = s.site_id`;

const withMark = (userId: number) => ({
  ...FIELDS,
  isUnread: sql<boolean>`EXISTS (SELECT 1 FROM message_mentions
    WHERE message_id = m.id AND user_id = ${userId} AND read_at IS NULL)`.mapWith(Boolean),
});
export type RouteMessageRow = SelectedRow<ReturnType<typeof withMark>>;

/** The messages of a route, oldest first. `userId`: whose unread marks they have. */
export function listRouteMessageRows(
  db: Db,
  { routeId, userId }: { routeId: number; userId: number },
): Promise<RouteMessageRow[]> {
  return readRows(
    db,
    withMark(userId),
    (columns) => sql`SELECT ${columns} FROM ${SOURCE} WHERE x.route_id = ${routeId} ORDER BY m.id
      ${limitTo(MAX_ROUTE_MESSAGES)}`,
  );
}

/** The message that was sent with a key; null if there is none. */
export async function findRouteMessage(
  db: Db,
  { key, userId }: { key: string; userId: number },
): Promise<RouteMessageRow | null> {
  const [row] = await readRows(
    db,
    withMark(userId),
    (columns) => sql`SELECT ${columns} FROM ${SOURCE} WHERE m.idempotency_key = ${key}`,
  );
  return row ?? null;
}

const READER_FIELDS = {
  messageId: sql<number>`n.message_id`,
  name: sql<string>`coalesce(${nameOf(sql`n.user_id`)}, '')`,
  readAtMs: sql<number>`n.read_at`,
};

/** Who has read the messages of a route, in the order of time. */
export function listReaders(db: Db, routeId: number): Promise<SelectedRow<typeof READER_FIELDS>[]> {
  return readRows(
    db,
    READER_FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM route_messages x JOIN message_mentions n ON n.message_id = x.message_id
      WHERE x.route_id = ${routeId} AND n.read_at IS NOT NULL ORDER BY n.read_at, n.user_id`,
  );
}

const COUNT_FIELDS = {
  routeId: sql<number>`c.route_id`,
  count: sql<number>`c.total`,
  unreadCount: sql<number>`c.unread`,
  isFromDriver: FIELDS.isFromDriver,
  content: FIELDS.content,
  sentAtMs: FIELDS.sentAtMs,
};

/** How many messages each route of a day has, and the last one. */
export function listMessageCounts(
  db: Db,
  { day, userId }: { day: Day; userId: number },
): Promise<SelectedRow<typeof COUNT_FIELDS>[]> {
  return readRows(
    db,
    COUNT_FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM (
        SELECT x.route_id, count(*) AS total, max(x.message_id) AS last_id, count(n.message_id) AS unread
        FROM driver_routes r CROSS JOIN route_messages x ON x.route_id = r.id
          LEFT JOIN message_mentions n ON n.message_id = x.message_id AND n.user_id = ${userId} AND n.read_at IS NULL
        WHERE r.date = ${day} GROUP BY x.route_id) c
      JOIN route_messages x ON x.message_id = c.last_id JOIN messages m ON m.id = c.last_id
      ORDER BY c.route_id`,
  );
}

const ROUTE_FIELDS = {
  isPublished: sql<boolean>`r.published_at IS NOT NULL`.mapWith(Boolean),
  driverId: sql<number>`r.driver_id`,
  driverName: sql<string>`coalesce(${nameOf(sql`r.driver_id`)}, '')`,
  count: sql<number>`(SELECT count(*) FROM route_messages WHERE route_id = r.id)`,
  stopId: sql<number | null>`s.id`,
  bookingId: sql<number | null>`s.booking_id`,
};

/** A route that is not removed, and one of its stops; null without the route. */
export async function findMessageRoute(
  db: Db,
  { routeId, stopId }: { routeId: number; stopId: number | null },
): Promise<SelectedRow<typeof ROUTE_FIELDS> | null> {
  const [row] = await readRows(
    db,
    ROUTE_FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM driver_routes r
        LEFT JOIN driver_route_stops s ON s.id = ${stopId} AND s.route_id = r.id
      WHERE r.id = ${routeId} AND r.removed_at IS NULL`,
  );
  return row ?? null;
}

export async function countRouteMessages(db: Db, routeId: number): Promise<number> {
  const [row] = await readRows(
    db,
    { count: sql<number>`count(*)` },
    (columns) => sql`SELECT ${columns} FROM route_messages WHERE route_id = ${routeId}`,
  );
  return row?.count ?? 0;
}

type NewRouteMessage = {
  /** Stored once: the id of the action, or an Idempotency-Key. */
  key: string;
  routeId: number;
  stopId: number | null;
  bookingId: number | null;
  fromUserId: number;
  content: string;
  /** When it was written. */
  atMs: number;
};

const idOf = (key: string) => sql`(SELECT id FROM messages WHERE idempotency_key = ${key})`;
/** Of the message in the history of its booking. */
export const computedId = (key: string) => ({ messageId: idOf(key) });

function insertStatements(
  db: Db,
  { key, routeId, stopId, bookingId, fromUserId, content, atMs }: NewRouteMessage,
  actionId: string | null,
) {
  return [
    db.run(sql`
      INSERT INTO messages (booking_id, from_user_id, content, idempotency_key, created_at)
      VALUES (${bookingId}, ${fromUserId}, ${content}, ${key}, ${atMs})`),
    db.run(sql`
      INSERT INTO route_messages (message_id, route_id, stop_id, action_id)
      VALUES (${idOf(key)}, ${routeId}, ${stopId}, ${actionId})`),
  ] as const;
}

const DISPATCH_ROLES = sql.join(
  ROLES.filter((role) => can(role, 'dispatch:write')).map((role) => sql`${role}`),
  sql`, `,
);

/** For a batch: a message of a driver, unread for every active dispatcher. */
export function driverMessageStatements(db: Db, message: NewRouteMessage) {
  return [
    ...insertStatements(db, message, message.key),
    db.run(sql`
      INSERT INTO message_mentions (message_id, user_id)
      SELECT ${idOf(message.key)}, id FROM users WHERE is_active = 1 AND role IN (${DISPATCH_ROLES})`),
  ] as const;
}

/**
 * For a batch: a message of the office, unread for the driver. Its author has read the driver's messages before it, and
 * for the colleagues they are answered.
 */
export function officeMessageStatements(db: Db, message: NewRouteMessage & { driverId: number }) {
  const { key, routeId, fromUserId, driverId, atMs } = message;
  const earlier = sql`message_id IN (
    SELECT message_id FROM route_messages WHERE route_id = ${routeId} AND action_id IS NOT NULL)`;
  return [
    ...insertStatements(db, message, null),
    db.run(sql`INSERT INTO message_mentions (message_id, user_id) VALUES (${idOf(key)}, ${driverId})`),
    db.run(sql`
      UPDATE message_mentions SET read_at = ${atMs}
      WHERE user_id = ${fromUserId} AND read_at IS NULL AND ${earlier}`),
    db.run(sql`DELETE FROM message_mentions WHERE read_at IS NULL AND ${earlier}`),
  ] as const;
}

type Read = { driverId: number; upToId: number; from: Day; to: Day; nowMs: number };

/** The driver has read what the office wrote on the own routes of these days. A new driver of a route has no mark yet. */
export async function markReadByDriver(db: Db, { driverId, upToId, from, to, nowMs }: Read): Promise<void> {
  await db.run(sql`
    INSERT INTO message_mentions (message_id, user_id, read_at)
    SELECT x.message_id, ${driverId}, ${nowMs}
    FROM driver_routes r CROSS JOIN route_messages x ON x.route_id = r.id
    WHERE r.driver_id = ${driverId} AND r.date BETWEEN ${from} AND ${to} AND r.published_at IS NOT NULL
      AND r.removed_at IS NULL AND x.action_id IS NULL AND x.message_id <= ${upToId}
    ON CONFLICT (message_id, user_id) DO UPDATE SET read_at = excluded.read_at WHERE read_at IS NULL`);
}
