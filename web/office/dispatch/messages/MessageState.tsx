import { useQuery } from '@tanstack/react-query';
import type { BoardRoute } from '#contract/dispatch.ts';
import { dayMessagesQuery } from '#web/api/route-messages.ts';
import { useOpenMessages } from './open-messages.ts';

type Props = {
  route: BoardRoute;
  mayWrite: boolean;
  /** Where there is little room: nothing while all are read. */
  isOnlyUnread?: boolean;
};

/** The messages with the driver of a published route: how many are not read, and what the driver wrote last. */
export function MessageState({ route, mayWrite, isOnlyUnread = false }: Props) {
  const { data } = useQuery(dayMessagesQuery(route.day));
  const { open } = useOpenMessages();
  if (route.publishedAt === null || !data) return null;
  const counts = data.find(({ routeId }) => routeId === route.id);
  if (!counts && !mayWrite) return null;
  const unread = counts?.unreadCount ?? 0;
  if (isOnlyUnread && unread === 0) return null;
  const { name } = route.driver;
  return (
    <button
      type="button"
      onClick={() => open(route.id)}
      className={`flex min-h-7 w-full items-center gap-1 text-left text-xs max-md:min-h-11 pointer-coarse:min-h-11 ${unread > 0 ? 'font-semibold text-on-signal' : 'text-ink-soft'}`}
    >
      {unread > 0 && (
        <span className="shrink-0 rounded-full border border-signal-line bg-signal px-1.5 text-livery leading-4 tabular-nums">
          {unread}
          <span className="sr-only">
            {unread === 1 ? ' new message' : ' new messages'} of {name}:
          </span>
        </span>
      )}
      <span className="min-w-0 truncate underline">
        {unread > 0 ? <bdi>{counts?.last.content}</bdi> : textOf(counts?.count ?? 0)}
        {unread === 0 && <span className="sr-only">, {name}</span>}
      </span>
    </button>
  );
}

function textOf(count: number): string {
  if (count === 0) return 'Message the driver';
  return count === 1 ? '1 message' : `${count} messages`;
}
