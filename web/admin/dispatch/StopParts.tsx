import type { BoardStop } from '#contract/dispatch.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { spanText } from '#web/ui/dates/moment.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { clockText, milesText } from '#web/ui/route-texts.ts';
import { isWithin } from './words.ts';

/** The arrival window that the customer was sent for the day of the route, until the driver is there. */
export function SentWindow({ stop, day, timeZone }: { stop: BoardStop; day: string; timeZone: string }) {
  const window = stop.job?.arrivalWindow;
  const isLive = stop.status === 'pending' || stop.status === 'in_transit';
  if (!window || window.day !== day || !isLive || stop.arrivedAt !== null) return null;
  const span = spanText(window, timeZone);
  if (isWithin(stop, window)) {
    return <p className="mt-0.5 text-ink-soft text-xs tabular-nums">Customer expects {span}</p>;
  }
  return (
    <p className="mt-0.5 flex items-start gap-1 font-semibold text-danger text-xs tabular-nums">
      <Icon name="warning" className="mt-0.5 size-3.5" />
      <span>Customer expects {span}, and the driver arrives outside of it</span>
    </p>
  );
}

/** When the driver arrives. */
export function StopClock({ stop, timeZone }: { stop: BoardStop; timeZone: string }) {
  if (stop.arrival === '') {
    return (
      <span role="status" className="h-4 w-14 animate-pulse rounded-sm bg-sunk">
        <span className="sr-only">Computing the time</span>
      </span>
    );
  }
  const isLate = stop.latenessMinutes > 0;
  return (
    <time
      dateTime={stop.arrival}
      className={`shrink-0 font-semibold tabular-nums ${isLate ? 'text-danger' : ''}`}
    >
      {clockText(stop.arrival, timeZone)}
    </time>
  );
}

/** What the driver did, or that the stop changed after its route was published. */
export function StopStatusBadge({ stop }: { stop: BoardStop }) {
  switch (stop.status) {
    case 'in_transit':
      return <Badge variant="attention">{stop.arrivedAt ? 'There now' : 'On the way'}</Badge>;
    case 'attempted':
      return <Badge variant="danger">Attempted</Badge>;
    case 'pending':
      return stop.changedAt === null ? null : <Badge variant="attention">Changed</Badge>;
    default:
      return <Badge variant="good">Done</Badge>;
  }
}

/** The drive between two stops. */
export function DriveText({ minutes, meters }: { minutes: number; meters: number | null }) {
  return (
    <p className="py-0.5 pl-2.5 text-ink-soft text-xs tabular-nums">
      <span aria-hidden="true">┊ </span>
      {minutes === 0 && meters === 0
        ? 'Same address'
        : `${minutes} min drive${meters === null ? '' : `, ${milesText(meters)}`}`}
    </p>
  );
}
