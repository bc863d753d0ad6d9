import { useQuery } from '@tanstack/react-query';
import type { UnreadMentions } from '#contract/messages.ts';
import { unreadMentionsQuery } from '#web/api/messages.ts';
import { messagePath, routeMessagesPath } from '#web/paths.ts';
import type { BellSource } from './bell-source.ts';

/** Messages that mention the user, and those of drivers, that are not read. The page of the booking, or the board, marks them as read. */
export function useUnreadMentions(): BellSource {
  const { data } = useQuery(unreadMentionsQuery);
  const { count = 0, mentions = [] } = data ?? {};
  return {
    items: mentions.map((mention) => ({
      key: `mention-${mention.messageId}`,
      title: titleOf(mention),
      text: mention.excerpt,
      at: mention.createdAt,
      to: addressOf(mention),
      isNew: true,
    })),
    unlistedCount: count - mentions.length,
    markSeen: () => undefined,
  };
}

type Mention = UnreadMentions['mentions'][number];

function titleOf({ route, bookingId, customerName, fromName }: Mention): string {
  const booking = `booking #${bookingId} (${customerName})`;
  if (!route) return `${fromName} mentioned you on ${booking}`;
  return bookingId === null ? `Driver ${fromName}` : `Driver ${fromName}, ${booking}`;
}

function addressOf({ route, bookingId, messageId }: Mention): string {
  return route ? routeMessagesPath(route) : messagePath(bookingId ?? 0, messageId);
}
