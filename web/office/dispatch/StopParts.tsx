import type { BoardStop } from '#contract/dispatch.ts';
import { spanText } from '#web/kit/dates/moment.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { clockText, loadText, milesText } from '#web/kit/ui/route-texts.ts';
import { isWithin } from './words.ts';

type WindowProps = { stop: BoardStop; day: string; timeZone: string };

/** The arrival window that the customer was sent for the day of the route, until the driver is there. */
function sentWindow({ stop, day, timeZone }: WindowProps): { text: string; isKept: boolean } | null {
  const window = stop.job?.arrivalWindow;
  const isLive = stop.status === 'pending' || stop.status === 'in_transit';
  if (!window || window.day !== day || !isLive || stop.arrivedAt !== null) return null;
  return { text: `Customer expects ${spanText(window, timeZone)}`, isKept: isWithin(stop, window) };
}

/** A window that is kept: beside the time, in words where there is room for them. */
export function KeptWindow(props: WindowProps) {
  const sent = sentWindow(props);
  if (!sent?.isKept) return null;
  return (
    <span title={sent.text} className="shrink-0 text-brand max-md:text-ink-soft">
      <Icon name="check" className="inline size-3" />
      <span className="md:sr-only"> {sent.text}</span>
    </span>
  );
}

export function MissedWindow(props: WindowProps) {
  const sent = sentWindow(props);
  if (!sent || sent.isKept) return null;
  return (
    <p className="mt-0.5 flex items-start gap-1 font-semibold text-danger text-xs tabular-nums">
      <Icon name="warning" className="mt-0.5 size-3.5" />
      <span>{sent.text}, and the driver arrives outside of it</span>
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

type DriveProps = {
  minutes: number;
  meters: number | null;
  /** The units on the truck; null where the order of the stops does not allow its load. */
  load: { empty: number; full: number } | null;
};

/** The drive between two stops. */
export function DriveText({ minutes, meters, load }: DriveProps) {
  const drive = minutes === 0 && meters === 0 ? 'Same address' : `${minutes} min drive`;
  const text = [drive, minutes > 0 && meters !== null && milesText(meters), load && loadText(load)]
    .filter(Boolean)
    .join(', ');
  return (
    <p
      title={load ? `${text} on the truck` : text}
      className="truncate pl-1.5 text-ink-soft text-xs leading-[0.9375rem] tabular-nums"
    >
      <span aria-hidden="true">┊ </span>
      {text}
    </p>
  );
}
