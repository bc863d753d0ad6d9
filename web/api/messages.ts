import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  listColleagues,
  listMessages,
  listUnreadMentions,
  type Message,
  markMessagesRead,
  sendMessage,
} from '#contract/messages.ts';
import { listDayMessages, listRouteMessages } from '#contract/route-messages.ts';
import { listBookingHistory } from '#contract/staff-bookings.ts';
import { call, callPage, type Page } from '#web/api/call.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

const PAGE_SIZE = '25';

/** The messages on a booking, the newest page first; the next page has the messages before it. */
export function messagesQuery(bookingId: number) {
  return infiniteQueryOptions({
    queryKey: [listMessages.name, bookingId],
    queryFn: ({ pageParam, signal }) =>
      callPage(listMessages, {
        params: { id: bookingId },
        query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  });
}

/** The accounts that a message can mention. */
export const colleaguesQuery = queryOptions({
  queryKey: [listColleagues.name],
  queryFn: ({ signal }) => call(listColleagues, { signal }),
});

/** The unread mentions of the user. */
export const unreadMentionsQuery = queryOptions({
  queryKey: [listUnreadMentions.name],
  queryFn: ({ signal }) => call(listUnreadMentions, { signal }),
});

type MessageInput = { content: string; idempotencyKey: string };

/** Sends a message. The same input can be sent again: there is one message. */
export function useSendMessage(bookingId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: MessageInput) =>
      retryWhileBusy(() =>
        call(sendMessage, { params: { id: bookingId }, body: { content }, idempotencyKey }),
      ),
    onSuccess: async (message) => {
      const { queryKey } = messagesQuery(bookingId);
      // A request in flight may return the messages before this one.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (data) => data && withMessage(data, message));
      void client.invalidateQueries({ queryKey: [listBookingHistory.name, bookingId] });
    },
  });
}

/** Marks mentions of the user as read. */
export function useMarkMessagesRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof markMessagesRead>) => call(markMessagesRead, { body }),
    onSuccess: (unread) => {
      client.setQueryData(unreadMentionsQuery.queryKey, unread);
      // The board does not follow changes of its own session.
      for (const { name } of [listDayMessages, listRouteMessages])
        void client.invalidateQueries({ queryKey: [name] });
    },
  });
}

type Loaded = InfiniteData<Page<Message>>;

/** Adds a message to the newest page, once. */
function withMessage(data: Loaded, message: Message): Loaded {
  const [newest, ...earlier] = data.pages;
  const isKnown = data.pages.some(({ rows }) => rows.some(({ id }) => id === message.id));
  if (!newest || isKnown) return data;
  return { ...data, pages: [{ ...newest, rows: [message, ...newest.rows] }, ...earlier] };
}
