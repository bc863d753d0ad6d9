import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listDayMessages,
  listRouteMessages,
  type RouteMessage,
  sendRouteMessage,
} from '#contract/route-messages.ts';
import { call } from '#web/api/call.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/** The messages of the routes of a day at a glance. */
export function dayMessagesQuery(day: string) {
  return queryOptions({
    queryKey: [listDayMessages.name, day],
    queryFn: ({ signal }) => call(listDayMessages, { query: { day }, signal }),
  });
}

/** The messages between the driver of a route and the office. */
export function routeMessagesQuery(routeId: number) {
  return queryOptions({
    queryKey: [listRouteMessages.name, routeId],
    queryFn: ({ signal }) => call(listRouteMessages, { params: { id: routeId }, signal }),
    refetchOnMount: 'always',
  });
}

type MessageInput = { content: string; stopId: number | null; idempotencyKey: string };

/** Sends a message to the driver. The same input can be sent again: there is one message. */
export function useSendRouteMessage(routeId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ content, stopId, idempotencyKey }: MessageInput) =>
      retryWhileBusy(() =>
        call(sendRouteMessage, { params: { id: routeId }, body: { content, stopId }, idempotencyKey }),
      ),
    onSuccess: async (message) => {
      const { queryKey } = routeMessagesQuery(routeId);
      // A request in flight may return the messages before this one.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (known: RouteMessage[] | undefined) =>
        known?.every(({ id }) => id !== message.id) ? [...known, message] : known,
      );
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: [listDayMessages.name] });
    },
  });
}
