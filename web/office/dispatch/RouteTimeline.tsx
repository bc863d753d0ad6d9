import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Board, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { isExactPoint } from '#domain/dispatch/places.ts';
import { isLiveStop } from '#domain/dispatch/stops.ts';
import { stopKeyOf } from '#web/api/dispatch.ts';
import { clockText, minutesText } from '#web/kit/ui/route-texts.ts';
import { bookingPath } from '#web/paths.ts';
import { routeCode } from './map/marks.ts';
import { hasPlaceNote, PlaceNote, usePlacePin } from './map/pins.tsx';
import { MessageState } from './messages/MessageState.tsx';
import { jobName, routeName, STOP_SIGNS, stopTitle } from './words.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** An hour is at least this wide, so that a stop of 15 minutes has room for its sign. */
const HOUR_PX = 88;
/** The column of the drivers' names, which stays in place while the hours scroll. */
const NAMES = 'sticky left-0 z-20 w-(--names) shrink-0 bg-surface';

/** From the first to the last full hour of the day and its routes, in milliseconds. */
type Hours = { fromMs: number; toMs: number };

/** The same plan along the hours: width is duration, a line is a drive, hatching is waiting. */
export function RouteTimeline({ board }: { board: Board }) {
  const hours = computeHours(board);
  const count = (hours.toMs - hours.fromMs) / HOUR_MS;
  const frame = useScrollToNow(board, hours);
  if (board.routes.length === 0) return null;
  const marks = Array.from({ length: count }, (_, index) => hours.fromMs + index * HOUR_MS);
  return (
    <>
      <section
        ref={frame}
        aria-label="Timeline of the routes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        className="relative overflow-x-auto rounded-lg border border-line bg-surface [--names:6.5rem] md:[--names:10rem]"
      >
        <div style={{ minWidth: `calc(${count * HOUR_PX}px + var(--names))` }}>
          <div className="flex border-line border-b text-ink-soft text-xs tabular-nums" aria-hidden="true">
            <div data-names="" className={NAMES} />
            <div className="flex min-w-0 flex-1">
              {marks.map((ms) => (
                <span key={ms} className="flex-1 border-line border-l py-1 pl-1">
                  {clockText(new Date(ms).toISOString(), board.timeZone).replace(':00', '')}
                </span>
              ))}
            </div>
          </div>
          {board.routes.map((route) => (
            <TimelineRoute key={route.id} board={board} route={route} hours={hours} />
          ))}
        </div>
      </section>
      <AddressNotes board={board} />
    </>
  );
}

/** The bars have no room for it: where the address of a stop is not exact, and the button that places its pin. */
function AddressNotes({ board }: { board: Board }) {
  const mayPlace = usePlacePin() !== null;
  const noted = board.routes.flatMap((route, routeIndex) =>
    route.stops.flatMap(({ job, status }, index) =>
      job && isLiveStop(status) && hasPlaceNote(job, { mayPlace })
        ? [{ job, code: `${routeCode(routeIndex)}${index + 1}` }]
        : [],
    ),
  );
  if (noted.length === 0) return null;
  return (
    <section aria-labelledby="addresses-to-check" className="rounded-lg border border-line bg-surface p-3">
      <h3 id="addresses-to-check" className="font-semibold text-sm">
        Addresses to check
      </h3>
      <ul className="mt-1 space-y-1 text-sm">
        {noted.map(({ job, code }) => (
          <li key={job.id} className="flex flex-wrap items-baseline gap-x-2">
            <strong>{code}</strong>
            <bdi className="wrap-anywhere min-w-0">{jobName(job)}</bdi>
            <bdi className="wrap-anywhere min-w-0 text-ink-soft">{[job.address, job.city].join(', ')}</bdi>
            <PlaceNote job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function computeHours({ dayStart, dayEnd, routes }: Board): Hours {
  const ends = routes.map(({ endsAt }) => Date.parse(endsAt));
  const starts = routes.flatMap(({ stops }) =>
    stops.map(({ arrival }) => Date.parse(arrival) || Number.MAX_VALUE),
  );
  const first = Math.min(Date.parse(dayStart), ...starts);
  const last = Math.max(Date.parse(dayEnd), ...ends);
  return {
    fromMs: Math.floor((first - HOUR_MS / 2) / HOUR_MS) * HOUR_MS,
    toMs: Math.ceil((last + HOUR_MS / 2) / HOUR_MS) * HOUR_MS,
  };
}

/** Shows the hour before the current time first. Later it stays where the user scrolled it. */
function useScrollToNow({ day, today, now }: Board, { fromMs, toMs }: Hours) {
  const frame = useRef<HTMLElement>(null);
  const first = useRef({
    share: (Date.parse(now) - HOUR_MS - fromMs) / (toMs - fromMs),
    isToday: day === today,
  });
  useLayoutEffect(() => {
    const { share, isToday } = first.current;
    if (!frame.current || !isToday) return;
    const names = frame.current.querySelector<HTMLElement>('[data-names]')?.offsetWidth ?? 0;
    frame.current.scrollLeft = share * (frame.current.scrollWidth - names);
  }, []);
  return frame;
}

type RouteProps = { board: Board; route: BoardRoute; hours: Hours };

function TimelineRoute({ board, route, hours }: RouteProps) {
  const { timeZone } = board;
  const percent = (ms: number) => ((ms - hours.fromMs) / (hours.toMs - hours.fromMs)) * 100;
  const span = (fromMs: number, toMs: number) => ({
    left: `${percent(fromMs)}%`,
    width: `${Math.max(0, percent(toMs) - percent(fromMs))}%`,
  });
  const nowMs = Date.parse(board.now);
  const hasNow = board.day === board.today && nowMs >= hours.fromMs && nowMs <= hours.toMs;
  const placed = route.stops.filter(({ arrival }) => arrival !== '');
  return (
    <div className="flex border-line border-b last:border-b-0">
      <div className={`${NAMES} px-2 py-1.5 md:px-3 md:py-2`}>
        <h3 className="font-semibold text-sm leading-tight">
          <bdi className="block truncate">{route.driver.name}</bdi>
        </h3>
        <p className="text-ink-soft text-xs max-md:line-clamp-2 md:truncate">
          <bdi>{route.truck?.name ?? 'No truck'}</bdi>
          {route.stops.length > 0 && `, ${minutesText(route.minutes)}`}
        </p>
        <MessageState route={route} mayWrite={false} isOnlyUnread />
      </div>
      <div className="relative min-h-16 min-w-0 flex-1 bg-sunk">
        <div
          aria-hidden="true"
          className="absolute inset-y-0 bg-surface"
          style={span(Date.parse(board.dayStart), Date.parse(board.dayEnd))}
        />
        {placed.length > 0 && (
          <div
            aria-hidden="true"
            className="absolute top-1/2 h-0.5 bg-edge"
            style={span(Date.parse(route.startsAt), Date.parse(route.endsAt))}
          />
        )}
        <ol aria-label={`Stops of ${routeName(route)}`}>
          {placed.map((stop) => (
            <TimelineStop key={stopKeyOf(stop)} stop={stop} timeZone={timeZone} span={span} />
          ))}
        </ol>
        {hasNow && (
          <div
            role="img"
            aria-label={`Now, ${clockText(board.now, timeZone)}`}
            className="absolute inset-y-0 z-10 w-0.5 bg-danger"
            style={{ left: `${percent(nowMs)}%` }}
          />
        )}
      </div>
    </div>
  );
}

type StopProps = {
  stop: BoardStop;
  timeZone: string;
  span: (fromMs: number, toMs: number) => { left: string; width: string };
};

const FILLS = {
  pending: 'border-brand bg-brand-soft text-ink',
  in_transit: 'border-signal-line bg-signal-soft text-on-signal',
  delivered: 'border-brand bg-brand text-on-brand',
  completed: 'border-brand bg-brand text-on-brand',
  attempted: 'border-danger-line bg-danger-soft text-danger',
};

function TimelineStop({ stop, timeZone, span }: StopProps) {
  const arrivalMs = Date.parse(stop.arrival);
  const departureMs = Date.parse(stop.departure);
  const beginsMs = arrivalMs + stop.waitingMinutes * MINUTE_MS;
  const times = `${clockText(stop.arrival, timeZone)} to ${clockText(stop.departure, timeZone)}`;
  const isLate = stop.latenessMinutes > 0;
  const late = isLate ? `, ${minutesText(stop.latenessMinutes)} late` : '';
  const text = `${stopTitle(stop)}, ${times}${late}${placeText(stop)}`;
  const content = (
    <>
      <span aria-hidden="true" className="whitespace-nowrap">
        {STOP_SIGNS[stop.type]}
      </span>
      <span className="sr-only">{text}</span>
    </>
  );
  const box = `absolute inset-y-3 flex min-w-3 items-center justify-center overflow-hidden rounded-sm border text-xs font-semibold tabular-nums ${
    FILLS[stop.status]
  } ${isLate ? '!border-danger' : ''} ${placeText(stop) === '' ? '' : 'border-dashed'}`;
  return (
    <li>
      {stop.waitingMinutes > 0 && (
        <span
          title={`Waits ${minutesText(stop.waitingMinutes)}`}
          className="waiting absolute inset-y-4 border border-line"
          style={span(arrivalMs, beginsMs)}
        />
      )}
      {stop.job ? (
        <Link
          to={bookingPath(stop.job.bookingId)}
          title={text}
          className={box}
          style={span(beginsMs, departureMs)}
        >
          {content}
        </Link>
      ) : (
        <span title={text} className={box} style={span(beginsMs, departureMs)}>
          {content}
        </span>
      )}
    </li>
  );
}

function placeText({ job, status }: BoardStop): string {
  if (!job || !isLiveStop(status)) return '';
  if (!job.mapPoint) return ', not on the map';
  return isExactPoint(job.mapPoint.precision) ? '' : ', address not exact';
}
