import type { Board, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { clockText, milesText, minutesText } from '#web/kit/ui/route-texts.ts';
import { routeName, STOP_SIGNS, stopTitle } from './words.ts';

type Comparison = DayProposal['routes'][number];
type Props = { board: Board; routes: readonly Comparison[] };

/** Each route as it is and as it would be, side by side; on phones the current one is folded. */
export function ProposedRoutes({ board, routes }: Props) {
  return routes.map((route) => (
    <section
      key={route.proposed.id}
      aria-label={`Route of ${routeName(route.proposed)}`}
      className="rounded-lg border border-line"
    >
      <h3 className="flex flex-wrap items-center gap-2 border-line border-b bg-paper px-3 py-2 text-base">
        <bdi className="font-semibold">{routeName(route.proposed)}</bdi>
        {!route.current && <Badge variant="good">New route</Badge>}
        {!route.isChanged && <span className="font-normal text-ink-soft text-sm">No change</span>}
      </h3>
      {route.isChanged && (
        <div className={route.current ? 'grid gap-4 p-3 md:grid-cols-2' : 'p-3'}>
          {route.current && <CurrentRoute board={board} route={route.current} />}
          <RouteStops
            title="Proposed"
            board={board}
            route={route.proposed}
            before={route.current ? jobIdsOf(route.current) : null}
          />
        </div>
      )}
    </section>
  ));
}

const jobIdsOf = ({ stops }: BoardRoute) => new Set(stops.flatMap(({ job }) => job?.id ?? []));

function CurrentRoute({ board, route }: { board: Board; route: BoardRoute }) {
  const stops = <RouteStops title="Now" board={board} route={route} before={null} />;
  return (
    <>
      <div className="max-md:hidden">{stops}</div>
      <details className="md:hidden">
        <summary className="touch min-h-11 cursor-pointer content-center font-semibold text-brand text-sm">
          Show the current order
        </summary>
        {stops}
      </details>
    </>
  );
}

type StopsProps = {
  title: string;
  board: Board;
  route: BoardRoute;
  /** The jobs that were on the route before; null to mark none. */
  before: ReadonlySet<number> | null;
};

function RouteStops({ title, board, route, before }: StopsProps) {
  const sums = [
    minutesText(route.minutes),
    `${minutesText(route.driveMinutes)} driving`,
    milesText(route.meters),
  ];
  return (
    <div className="min-w-0">
      <h4 className="font-semibold text-sm">{title}</h4>
      <p className="text-ink-soft text-xs tabular-nums">
        {route.stops.length === 0
          ? 'No stops'
          : `${clockText(route.startsAt, board.timeZone)} – ${clockText(route.endsAt, board.timeZone)} · ${sums.filter(Boolean).join(' · ')}`}
      </p>
      {route.warnings.map(({ code, text }) => (
        <p key={code} className="font-semibold text-danger text-xs">
          {text}
        </p>
      ))}
      <ol className="mt-1 divide-y divide-line">
        {route.stops.map((stop, index) => (
          <ProposedStop
            // A proposed stop has no id of its own, and a yard can come twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
            key={index}
            stop={stop}
            timeZone={board.timeZone}
            isAdded={before !== null && stop.job !== null && !before.has(stop.job.id)}
          />
        ))}
      </ol>
    </div>
  );
}

function ProposedStop({ stop, timeZone, isAdded }: { stop: BoardStop; timeZone: string; isAdded: boolean }) {
  const { type, job, arrival, latenessMinutes, isPinned } = stop;
  return (
    <li className="flex items-start gap-2 py-1 text-sm">
      <span className="w-18 shrink-0 text-ink-soft tabular-nums">{clockText(arrival, timeZone)}</span>
      <span aria-hidden="true" className="w-4 shrink-0 text-center font-semibold">
        {STOP_SIGNS[type]}
      </span>
      <span className="min-w-0 flex-1">
        {!job && <span className="sr-only">{STOP_LABELS[type]}: </span>}
        <bdi className={job ? 'font-semibold' : 'text-ink-soft'}>{stopTitle(stop)}</bdi>
        {job && <bdi className="block truncate text-ink-soft text-xs">{`${job.address}, ${job.city}`}</bdi>}
        {latenessMinutes > 0 && (
          <span className="flex items-center gap-1 font-semibold text-danger text-xs">
            <Icon name="warning" className="size-3.5" />
            {minutesText(latenessMinutes)} after its window
          </span>
        )}
      </span>
      {isPinned && <Badge variant="quiet">Position kept</Badge>}
      {isAdded && <Badge variant="good">Added</Badge>}
    </li>
  );
}
