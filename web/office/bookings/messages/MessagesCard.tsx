import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { Message } from '#contract/messages.ts';
import { findMentions } from '#domain/shared/mentions.ts';
import { messagesQuery, unreadMentionsQuery, useMarkMessagesRead } from '#web/api/messages.ts';
import { useTabSession } from '#web/api/session.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { messageElementId, parseMessageId, routeMessagesPath } from '#web/paths.ts';
import { MessageComposer } from './MessageComposer.tsx';

/** Messages between staff on a booking, and a new one for those who may write. */
export function MessagesCard({ bookingId }: { bookingId: number }) {
  const mayWrite = useMayWrite();
  const { sessionState } = useTabSession();
  return (
    <Card title="Staff Messages">
      <Conversation bookingId={bookingId} />
      {mayWrite && sessionState.status === 'signedIn' && (
        <MessageComposer key={sessionState.username} bookingId={bookingId} username={sessionState.username} />
      )}
    </Card>
  );
}

type Messages = ReturnType<typeof useMessages>;
const useMessages = (bookingId: number) => useInfiniteQuery(messagesQuery(bookingId));

function Conversation({ bookingId }: { bookingId: number }) {
  const query = useMessages(bookingId);
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  useReadMentions(bookingId, data !== undefined);
  useLinkedMessage(query);
  const failure = error && (
    <LoadFailure
      failed={data ? 'The messages could not be loaded again.' : 'The messages could not be loaded.'}
      error={error}
      isFetching={isFetching}
      onRetry={() => void (query.isFetchNextPageError ? fetchNextPage() : refetch())}
    />
  );
  if (!data) {
    return (
      failure ?? (
        <div role="status">
          <span className="sr-only">Loading the messages...</span>
          <div aria-hidden="true" className="h-14 animate-pulse rounded-md bg-sunk" />
        </div>
      )
    );
  }
  const messages = data.pages.flatMap(({ rows }) => rows).toReversed();
  if (messages.length === 0) {
    return failure ?? <p className="text-ink-soft text-sm">No messages yet. Only staff can see them.</p>;
  }
  return (
    <>
      {failure}
      {/* Reversed, so that the newest message is in view, also when earlier ones are added above. */}
      <section
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled with the keys
        tabIndex={0}
        className="-mx-2 flex max-h-96 flex-col-reverse overflow-y-auto overscroll-contain rounded-md px-2"
      >
        <div>
          {hasNextPage && (
            <p className="mb-4 text-center">
              <RowButton
                aria-disabled={isFetchingNextPage}
                onClick={() => !isFetchingNextPage && void fetchNextPage()}
              >
                {isFetchingNextPage ? 'Loading...' : 'Show earlier messages'}
              </RowButton>
            </p>
          )}
          <ol className="space-y-4 text-sm">
            {messages.map((message) => (
              <MessageItem key={message.id} message={message} />
            ))}
          </ol>
        </div>
      </section>
    </>
  );
}

function MessageItem({ message }: { message: Message }) {
  const { id, fromName, content, createdAt, mentions, route } = message;
  return (
    <li id={messageElementId(id)} tabIndex={-1} className="rounded-md focus-visible:-outline-offset-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="wrap-anywhere font-semibold">{fromName}</bdi>
        <time dateTime={createdAt} className="text-ink-soft text-xs">
          {momentText(createdAt, site.timeZone)}
        </time>
        {route && (
          <Link to={routeMessagesPath(route)} className="text-brand text-xs underline">
            {route.isFromDriver ? 'From the driver: answer on the board' : 'To the driver'}
          </Link>
        )}
      </p>
      {content === '' ? (
        <p className="mt-0.5 text-ink-soft">Removed with the personal data of the customer.</p>
      ) : (
        <p dir="auto" className="wrap-anywhere mt-0.5 whitespace-pre-wrap">
          {withMentions(message)}
        </p>
      )}
      {mentions.length > 0 && (
        <p className="wrap-anywhere mt-1 text-ink-soft text-xs">
          {mentions.map(({ userId, name, isRead }, index) => (
            <span key={userId}>
              {index > 0 && ', '}
              {isRead ? 'Read by ' : 'Not read yet by '}
              <bdi>{name}</bdi>
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

/** The text with the names of those whom it mentions in bold. Everything else, also an address, stays text. */
function withMentions({ content, mentions }: Message) {
  const found = findMentions(content, mentions);
  return (
    <>
      {found.map(({ start, end }, index) => (
        <span key={start}>
          {content.slice(found[index - 1]?.end ?? 0, start)}
          <strong className="font-semibold text-brand">{content.slice(start, end)}</strong>
        </span>
      ))}
      {content.slice(found.at(-1)?.end ?? 0)}
    </>
  );
}

/** Marks the user's mentions on the booking as read while the page is in view. */
function useReadMentions(bookingId: number, isShown: boolean) {
  const { data } = useQuery(unreadMentionsQuery);
  const { mutate } = useMarkMessagesRead();
  const { mentions = [], count = 0 } = data ?? {};
  const unread = mentions.find((mention) => mention.bookingId === bookingId);
  // The list has only the newest mentions.
  const latest = unread?.messageId ?? (count > mentions.length ? 0 : null);
  const mark = useEffectEvent(() => mutate({ bookingId }));
  useEffect(() => {
    if (!isShown || latest === null) return;
    const markInView = () => document.visibilityState === 'visible' && mark();
    markInView();
    document.addEventListener('visibilitychange', markInView);
    return () => document.removeEventListener('visibilitychange', markInView);
  }, [isShown, latest]);
}

/** Loads earlier messages until the one that the URL names is there, and gives it the focus. */
function useLinkedMessage({ data, error, isFetching, hasNextPage, fetchNextPage }: Messages) {
  const { hash, key } = useLocation();
  const shown = useRef<string | null>(null);
  const loaded = data?.pages.flatMap(({ rows }) => rows.map(({ id }) => id));
  const linked = parseMessageId(hash);
  const isLoaded = loaded?.includes(linked) ?? false;
  const oldest = loaded?.at(-1) ?? 0;
  const isEarlier = linked < oldest && hasNextPage;
  useEffect(() => {
    // The same link can be followed again; earlier messages that are loaded later do not move the focus.
    if (!isLoaded || shown.current === key) return;
    shown.current = key;
    const element = document.getElementById(messageElementId(linked));
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  }, [isLoaded, linked, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `oldest` changes with each page that is loaded
  useEffect(() => {
    if (isEarlier && !isFetching && !error) void fetchNextPage();
  }, [isEarlier, oldest, isFetching, error, fetchNextPage]);
}
