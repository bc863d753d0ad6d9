import { useEffect, useEffectEvent, useRef } from 'react';
import type { BoardRoute } from '#contract/dispatch.ts';
import type { RouteMessage } from '#contract/route-messages.ts';
import { useMarkMessagesRead } from '#web/api/messages.ts';
import { routeMessagesQuery } from '#web/api/route-messages.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { CloseFooter } from '#web/kit/ui/dialog/CloseFooter.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { AnswerForm } from './AnswerForm.tsx';

type Props = { route: BoardRoute; mayWrite: boolean; onClose: () => void };

/** The messages between the driver of a route and the office, and the answer. */
export function MessagesDialog({ route, mayWrite, onClose }: Props) {
  const title = `Messages with ${route.driver.name}`;
  return (
    <LoadingDialog
      query={routeMessagesQuery(route.id)}
      title={title}
      subject="The messages"
      onClose={onClose}
    >
      {(messages) => (
        <Dialog layout="wide" footer={<CloseFooter onClose={onClose} />} title={title} onClose={onClose}>
          <Conversation messages={messages} route={route} />
          {mayWrite && route.publishedAt !== null && <AnswerForm route={route} messages={messages} />}
        </Dialog>
      )}
    </LoadingDialog>
  );
}

/** The most messages that one call marks as read. */
const MAX_READ = 200;

function Conversation({ messages, route }: { messages: readonly RouteMessage[]; route: BoardRoute }) {
  const list = useRef<HTMLElement>(null);
  useReadMark(messages);
  const lastId = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is scrolled into view
  useEffect(() => {
    list.current?.scrollTo?.({ top: list.current.scrollHeight });
  }, [lastId]);
  if (messages.length === 0) {
    return (
      <p className="mt-4 text-ink-soft text-sm">
        No messages yet. The driver gets yours on the phone, also if the phone has no connection now.
      </p>
    );
  }
  return (
    <section
      ref={list}
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled with the keys
      tabIndex={0}
      className="-mx-2 mt-4 max-h-[min(22rem,45dvh)] overflow-y-auto overscroll-contain rounded-md px-2"
    >
      <ol aria-live="polite" className="space-y-3 text-sm">
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} route={route} />
        ))}
      </ol>
    </section>
  );
}

/** What is on the screen is read by this user, once. */
function useReadMark(messages: readonly RouteMessage[]) {
  const { mutate, isPending } = useMarkMessagesRead();
  const ids = messages.filter(({ isUnread }) => isUnread).map(({ id }) => id);
  const key = ids.join(' ');
  const read = useEffectEvent(() => {
    if (ids.length > 0 && !isPending) mutate({ ids: ids.slice(0, MAX_READ) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there are others
  useEffect(() => read(), [key]);
}

function MessageItem({ message, route }: { message: RouteMessage; route: BoardRoute }) {
  const { isFromDriver, fromName, content, sentAt, about, stopId, readers } = message;
  const number = route.stops.findIndex(({ id }) => id !== null && id === stopId) + 1;
  const subject = [number > 0 ? `Stop ${number}` : null, about].filter(Boolean).join(', ');
  return (
    <li
      className={`rounded-md border border-line px-3 py-2 ${isFromDriver ? 'mr-10 border-l-4 border-l-signal-line' : 'ml-10 bg-sunk'}`}
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="wrap-anywhere font-semibold">{fromName}</bdi>
        <time dateTime={sentAt} className="text-ink-soft text-xs">
          {momentText(sentAt, site.timeZone)}
        </time>
        {subject && <bdi className="wrap-anywhere text-ink-soft text-xs">{subject}</bdi>}
      </p>
      {content === '' ? (
        <p className="mt-0.5 text-ink-soft">Removed with the personal data of the customer.</p>
      ) : (
        <p dir="auto" className="wrap-anywhere mt-0.5 whitespace-pre-wrap">
          {content}
        </p>
      )}
      <p className="wrap-anywhere mt-1 text-ink-soft text-xs">{readText(message, readers)}</p>
    </li>
  );
}

function readText({ isFromDriver }: RouteMessage, readers: RouteMessage['readers']): string {
  if (readers.length === 0) return isFromDriver ? 'Not read yet' : 'Not read by the driver yet';
  return `Read by ${readers.map(({ name, readAt }) => `${name}, ${momentText(readAt, site.timeZone)}`).join('; ')}`;
}
