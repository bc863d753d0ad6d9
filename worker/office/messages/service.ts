import type { Colleague, Message, UnreadMentions } from '#contract/messages.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { findMentions } from '#domain/shared/mentions.ts';
import { cutText } from '#domain/shared/text.ts';
import type { Context } from '#worker/base/context.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import type { ListPage } from '#worker/base/lists/list-repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { getBooking } from '#worker/rental/service.ts';
import {
  findMessage,
  insertMessage,
  listMentions,
  listOfficeAccounts,
  listUnread,
  type MessagePageRequest,
  type MessageRow,
  markMentionsRead,
  pageOfMessages,
  type ReadMessages,
} from './repo.ts';

/** Mentions that the list of unread ones shows. */
const UNREAD_LIMIT = 20;
/** In code points. */
const EXCERPT_LENGTH = 140;

/** One page of the messages on a booking. Throws not_found when there is no such booking. */
export async function readMessagePage(
  ctx: Context,
  { bookingId, ...request }: MessagePageRequest & { bookingId: number },
): Promise<ListPage<Message>> {
  await getBooking(ctx, bookingId);
  const page = await pageOfMessages(ctx.db, { bookingId, ...request });
  return { ...page, rows: await toMessages(ctx, page.rows) };
}

type SendInput = {
  bookingId: number;
  content: string;
  /** The Idempotency-Key; null for none. */
  key: string | null;
};

/**
 * Sends a message and mentions the colleagues whom it names, never its author. A repeated call with the same key gets
 * the first message. Throws not_found, and conflict when the key was used for another message.
 */
export async function sendMessage(ctx: Context, actor: Actor, input: SendInput): Promise<Message> {
  const { bookingId, content } = input;
  await getBooking(ctx, bookingId);
  const key = input.key ?? ctx.newId();
  const sent = await findSent(ctx, actor, { ...input, key });
  if (sent) return sent;
  const accounts = content.includes('@') ? await listOfficeAccounts(ctx.db) : [];
  const others = accounts.filter(({ id }) => id !== actor.userId);
  const mentioned = [...new Set(findMentions(content, others).map(({ person }) => person))];
  try {
    const written = {
      bookingId,
      fromUserId: actor.userId,
      content,
      excerpt: excerptOf(content),
      key,
      mentioned,
    };
    await insertMessage(ctx.db, { ...written, nowMs: ctx.now() });
  } catch (error) {
    // A concurrent call with the same key was first.
    if (!databaseMessage(error).includes('messages.idempotency_key')) throw error;
  }
  const message = await findSent(ctx, actor, { ...input, key });
  if (!message) throw new Error('The message that was just stored is missing');
  return message;
}

/** The accounts that a message can mention. */
export function readColleagues(ctx: Context): Promise<Colleague[]> {
  return listOfficeAccounts(ctx.db);
}

/** The unread mentions of a user. */
export async function readUnreadMentions(ctx: Context, actor: Actor): Promise<UnreadMentions> {
  const rows = await listUnread(ctx.db, actor.userId, UNREAD_LIMIT);
  const mentions = rows.map(({ total: _, content, createdAt, routeId, routeDay, ...row }) => ({
    ...row,
    route: routeId === null ? null : { id: routeId, day: routeDay ?? '' },
    excerpt: excerptOf(content),
    createdAt: isoInstant(createdAt),
  }));
  return { count: rows[0]?.total ?? 0, mentions };
}

const excerptOf = (content: string) => cutText(content.replace(/\s+/g, ' '), EXCERPT_LENGTH);

/** Marks mentions of a user as read and returns those that are still unread. Safe to repeat. */
export async function markRead(ctx: Context, actor: Actor, messages: ReadMessages): Promise<UnreadMentions> {
  await markMentionsRead(ctx.db, { userId: actor.userId, messages, nowMs: ctx.now() });
  return readUnreadMentions(ctx, actor);
}

/** The message that was sent with the key. Throws conflict when it is another one. */
async function findSent(
  ctx: Context,
  actor: Actor,
  { key, bookingId, content }: SendInput & { key: string },
): Promise<Message | null> {
  const row = await findMessage(ctx.db, key);
  if (!row) return null;
  if (row.fromUserId !== actor.userId || row.bookingId !== bookingId || row.content !== content) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another message.');
  }
  const [message] = await toMessages(ctx, [row]);
  return message ?? null;
}

async function toMessages(ctx: Context, rows: readonly MessageRow[]): Promise<Message[]> {
  const ids = rows.map(({ id }) => id);
  const mentioned = Map.groupBy(
    ids.length > 0 ? await listMentions(ctx.db, ids) : [],
    ({ messageId }) => messageId,
  );
  return rows.map(({ createdAt, routeId, routeDay, isFromDriver, ...row }) => {
    const mentions = (mentioned.get(row.id) ?? []).map(({ userId, username, name, readAt }) => ({
      userId,
      username,
      name,
      isRead: readAt !== null,
    }));
    const [first, second] = mentions;
    return {
      ...row,
      toUserId: first && !second ? first.userId : null,
      isRead: mentions.length > 0 && mentions.every(({ isRead }) => isRead),
      createdAt: isoInstant(createdAt),
      route: routeId === null ? null : { id: routeId, day: routeDay ?? '', isFromDriver },
      mentions,
    };
  });
}
