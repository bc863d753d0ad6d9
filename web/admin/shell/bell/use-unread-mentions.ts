import { useQuery } from '@tanstack/react-query';
import { unreadMentionsQuery } from '#web/api/messages.ts';
import { messagePath } from '#web/paths.ts';
import type { BellSource } from './bell-source.ts';

/** Messages that mention the user and that are not read. The page of the booking marks them as read. */
export function useUnreadMentions(): BellSource {
  const { data } = useQuery(unreadMentionsQuery);
  const { count = 0, mentions = [] } = data ?? {};
  return {
    items: mentions.map(({ messageId, bookingId, customerName, fromName, excerpt, createdAt }) => ({
      key: `mention-${messageId}`,
      title: `${fromName} mentioned you on booking #${bookingId} (${customerName})`,
      text: excerpt,
      at: createdAt,
      to: messagePath(bookingId, messageId),
      isNew: true,
    })),
    unlistedCount: count - mentions.length,
    markSeen: () => undefined,
  };
}
