import { type SQL, sql } from 'drizzle-orm';
import { can, ROLES } from '#domain/accounts/access.ts';
import type { Db } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { limitTo, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { nameOf } from '#worker/base/history/repo.ts';
import type { ListPage, ListParams } from '#worker/base/lists/list-repo.ts';
import { readPage } from '#worker/base/lists/repo.ts';

const FIELDS = {
  id: sql<number>`m.id`,
  bookingId: sql<number>`m.booking_id`,
  fromUserId: sql<number>`m.from_user_id`,
  fromName: sql<string>`${nameOf(sql`m.from_user_id`)}`,
  content: sql<string>`m.content`,
  createdAt: sql<number>`m.created_at`,
  routeId: sql<number | null>`x.route_id`,
  routeDay: sql<string | null>`r.date`,
  isFromDriver: sql<boolean>`x.action_id IS NOT NULL`.mapWith(Boolean),
};
export type MessageRow = SelectedRow<typeof FIELDS>;

/** A message of a route `r` has the row `x`. */
const FROM = sql`messages m LEFT JOIN route_messages x ON x.message_id = m.id LEFT JOIN driver_routes r ON r.id = x.route_id`;

const SOURCE = {
  from: FROM,
  fields: FIELDS,
  id: sql`m.id`,
  sorts: { id: sql`m.id` },
  defaultSort: '-id',
};

export type MessagePageRequest = Pick<ListParams, 'sort' | 'limit' | 'cursor'>;

/** One page of the messages on a booking. */
export function pageOfMessages(
  db: Db,
  { bookingId, ...request }: MessagePageRequest & { bookingId: number },
): Promise<ListPage<MessageRow>> {
  return readPage(db, SOURCE, { ...request, where: [sql`m.booking_id = ${bookingId}`] });
}

/** The message that was sent with a key; null if there is none. */
export async function findMessage(db: Db, key: string): Promise<MessageRow | null> {
  const [row] = await readRows(
    db,
    FIELDS,
    (columns) => sql`SELECT ${columns} FROM ${FROM} WHERE m.idempotency_key = ${key}`,
  );
  return row ?? null;
}

const MENTION_FIELDS = {
  messageId: sql<number>`n.message_id`,
  userId: sql<number>`u.id`,
  username: sql<string>`u.username`,
  name: sql<string>`${nameOf(sql`n.user_id`)}`,
  readAt: sql<number | null>`n.read_at`,
};
export type MentionRow = SelectedRow<typeof MENTION_FIELDS>;

/** Whom these messages mention, in the order of their usernames. */
export function listMentions(db: Db, messageIds: readonly number[]): Promise<MentionRow[]> {
  return readRows(
    db,
    MENTION_FIELDS,
    (columns) => sql`
    SELECT ${columns} FROM message_mentions n JOIN users u ON u.id = n.user_id
    WHERE n.message_id IN (${listed(messageIds)}) ORDER BY n.message_id, lower(u.username)`,
  );
}

const COLLEAGUE_FIELDS = {
  id: sql<number>`u.id`,
  username: sql<string>`u.username`,
  name: sql<string>`${nameOf(sql`u.id`)}`,
};
export type ColleagueRow = SelectedRow<typeof COLLEAGUE_FIELDS>;

const OFFICE_ROLES = ROLES.filter((role) => can(role, 'office:read'));
const IS_COLLEAGUE = sql`u.is_active = 1 AND u.role IN (${sql.join(
  OFFICE_ROLES.map((role) => sql`${role}`),
  sql`, `,
)})`;

/** The active accounts that may enter the office, in the order of their names. */
export function listOfficeAccounts(db: Db): Promise<ColleagueRow[]> {
  return readRows(
    db,
    COLLEAGUE_FIELDS,
    (columns) =>
      sql`SELECT ${columns} FROM users u WHERE ${IS_COLLEAGUE} ORDER BY lower(${COLLEAGUE_FIELDS.name}), u.id`,
  );
}

type NewMessage = {
  bookingId: number;
  fromUserId: number;
  content: string;
  /** The beginning of `content`, for the history. */
  excerpt: string;
  key: string;
  /** The accounts to mention. One that is no longer active is left out. */
  mentioned: readonly ColleagueRow[];
  nowMs: number;
};

/**
 * Stores the message, its mentions and its entry in the history in one transaction. Throws when the key is used or the
 * booking does not exist.
 */
export async function insertMessage(db: Db, message: NewMessage): Promise<void> {
  const { bookingId, fromUserId, content, excerpt, key, mentioned, nowMs } = message;
  const id = sql`(SELECT id FROM messages WHERE idempotency_key = ${key})`;
  await commit(
    { db },
    {
      writes: [
        db.run(sql`
      INSERT INTO messages (booking_id, from_user_id, content, idempotency_key, created_at)
      VALUES (${bookingId}, ${fromUserId}, ${content}, ${key}, ${nowMs})`),
        db.run(sql`
      INSERT INTO message_mentions (message_id, user_id)
      SELECT ${id}, u.id FROM users u
      WHERE u.id IN (${listed(mentioned.map((user) => user.id))}) AND ${IS_COLLEAGUE}`),
        insertBookingEvent(db, {
          bookingId,
          actor: { type: 'staff', userId: fromUserId },
          action: 'message_sent',
          details: {
            excerpt,
            ...(mentioned.length > 0 && { mentioned: mentioned.map(({ name }) => name).join(', ') }),
          },
          computed: { messageId: id },
          nowMs,
        }),
      ],
    },
  );
}

const UNREAD_FIELDS = {
  messageId: sql<number>`m.id`,
  bookingId: sql<number | null>`b.id`,
  customerName: sql<string | null>`b.first_name || ' ' || b.last_name`,
  fromName: FIELDS.fromName,
  content: FIELDS.content,
  createdAt: FIELDS.createdAt,
  routeId: FIELDS.routeId,
  routeDay: FIELDS.routeDay,
  total: sql<number>`n.total`,
};
export type UnreadRow = SelectedRow<typeof UNREAD_FIELDS>;

/** The newest unread mentions of a user; `total` counts all of them. Only those that are listed are joined. */
export function listUnread(db: Db, userId: number, limit: number): Promise<UnreadRow[]> {
  return readRows(
    db,
    UNREAD_FIELDS,
    (columns) => sql`
    SELECT ${columns} FROM (
      SELECT message_id, count(*) OVER () AS total FROM message_mentions
      WHERE user_id = ${userId} AND read_at IS NULL ORDER BY message_id DESC ${limitTo(limit)}) n
    JOIN messages m ON m.id = n.message_id LEFT JOIN bookings b ON b.id = m.booking_id
      LEFT JOIN route_messages x ON x.message_id = m.id LEFT JOIN driver_routes r ON r.id = x.route_id
    ORDER BY m.id DESC`,
  );
}

export type ReadMessages = { ids: readonly number[] } | { bookingId: number };

/** Marks a user's mentions in these messages, or in all of a booking, as read. */
export async function markMentionsRead(
  db: Db,
  { userId, messages, nowMs }: { userId: number; messages: ReadMessages; nowMs: number },
): Promise<void> {
  const selected =
    'ids' in messages
      ? listed(messages.ids)
      : sql`SELECT id FROM messages WHERE booking_id = ${messages.bookingId}`;
  await db.run(sql`
    UPDATE message_mentions SET read_at = ${nowMs}
    WHERE user_id = ${userId} AND read_at IS NULL AND message_id IN (${selected})`);
}

const listed = (ids: readonly number[]): SQL => sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;
