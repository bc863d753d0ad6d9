import type { DriverRoute } from '#contract/driver-routes.ts';
import { messagesPath } from '#web/driver/address.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { confirmMessages, useDriver } from '#web/driver/store.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { unreadMessages } from './message-state.ts';

type Props = { route: DriverRoute; className: string };

/** What the office answered, until the driver has read it. */
export function MessageNotice({ route, className }: Props) {
  const routes = useDriver((driver) => driver.routes);
  const unread = unreadMessages(route, routes ?? {});
  const last = unread.at(-1);
  if (!last) return null;
  const number = route.stops.findIndex(({ id }) => id === last.stopId) + 1;
  return (
    <Notice variant="attention" role="status" className={className}>
      <p className="wrap-anywhere font-semibold">
        From the office{number > 0 && `, stop ${number}`} (<bdi>{last.fromName}</bdi>)
      </p>
      <p dir="auto" className="wrap-anywhere line-clamp-4 text-lg leading-snug">
        {last.content}
      </p>
      {unread.length > 1 && <p>And {unread.length - 1} more.</p>}
      <p className="flex flex-wrap gap-x-6">
        <button
          type="button"
          onClick={() => void confirmMessages(last.id)}
          className="min-h-11 font-semibold underline"
        >
          OK, read
        </button>
        <DriverLink
          to={messagesPath(route.id, last.stopId ?? undefined)}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          Answer
        </DriverLink>
      </p>
    </Notice>
  );
}

/** To the messages with the office, with the number of unread ones. */
export function MessageLink({ route, stopId, className }: Props & { stopId?: number }) {
  const routes = useDriver((driver) => driver.routes);
  const unread = unreadMessages(route, routes ?? {}).length;
  return (
    <DriverLink to={messagesPath(route.id, stopId)} className={`${LARGE_BUTTON} ${className}`}>
      Message the office
      {unread > 0 && (
        <span className="rounded-full bg-signal px-2.5 py-0.5 text-base text-livery">{unread} new</span>
      )}
    </DriverLink>
  );
}
