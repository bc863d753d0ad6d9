import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { formatTime, isDay } from '#domain/days.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { businessQuery } from '#web/api/business.ts';
import { boardQuery } from '#web/api/dispatch.ts';
import { dispatchPath } from '#web/paths.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { todayHere, weekdayText } from '#web/ui/dates/moment.ts';
import { windowText } from '#web/ui/dates/window-text.ts';
import { addressText, customerFullName } from '#web/ui/names.ts';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';
import { PrintFrame, SHEET_CLASS, SheetHead } from './PrintFrame.tsx';

/** The stops of a route on paper. The URL has the day. */
export function RouteSheet({ routeId }: { routeId: string }) {
  const [params] = useSearchParams();
  const asked = params.get('day') ?? '';
  const day = isDay(asked) ? asked : todayHere();
  const { data: board, error, isFetching, refetch } = useQuery(boardQuery(day));
  const { data: business } = useQuery(businessQuery);
  const route = board?.routes.find(({ id }) => String(id) === routeId);
  return (
    <PrintFrame
      title={route ? `Route of ${route.driver.name}` : 'Route'}
      back={{ to: dispatchPath(day), text: 'Back to the board' }}
      isReady={route !== undefined}
    >
      {board && route && (
        <article aria-label={`Route of ${route.driver.name}`} className={`${SHEET_CLASS} sm:!p-6`}>
          <SheetHead
            title={
              <>
                <bdi>{route.driver.name}</bdi>, {weekdayText(day)}
              </>
            }
            detail={`${route.truck?.name ?? 'No truck'}${route.truck?.plate ? ` (${route.truck.plate})` : ''} · ${route.start?.name ?? 'Start'} at ${formatTime(Date.parse(route.startsAt), board.timeZone)}`}
            business={business?.value ?? { name: '', phone: '' }}
          />
          {route.notes && (
            <p dir="auto" className="mt-2 text-sm">
              {route.notes}
            </p>
          )}
          <StopTable route={route} timeZone={board.timeZone} />
        </article>
      )}
      {board && !route && <p className="py-6">This route was removed.</p>}
      {!board && error && (
        <LoadFailure
          failed="The route could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!board && !error && <LoadingScreen>Loading the route...</LoadingScreen>}
    </PrintFrame>
  );
}

function StopTable({ route, timeZone }: { route: BoardRoute; timeZone: string }) {
  if (route.stops.length === 0) return <p className="py-6">This route has no stops yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section aria-label="Stops" tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="w-full min-w-[44rem] border-collapse text-xs leading-snug print:min-w-0">
        <thead>
          <tr className="border-current border-b text-left *:py-1.5 *:pr-3 *:align-bottom">
            <th scope="col">Stop</th>
            <th scope="col">Arrive</th>
            <th scope="col">What and where</th>
            <th scope="col">Dumpster</th>
            <th scope="col" className="w-1/3">
              Notes
            </th>
          </tr>
        </thead>
        <tbody>
          {route.stops.map((stop, index) => (
            <SheetRow key={stop.id} stop={stop} index={index} timeZone={timeZone} />
          ))}
          <tr className="*:py-1.5 *:pr-3">
            <td />
            <td className="whitespace-nowrap tabular-nums">
              {formatTime(Date.parse(route.endsAt), timeZone)}
            </td>
            <td colSpan={3}>{route.end?.name ?? 'Back'}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function SheetRow({ stop, index, timeZone }: { stop: BoardStop; index: number; timeZone: string }) {
  const { job, site, type } = stop;
  const window = job && windowText(job.timeWindow);
  return (
    <tr className="wrap-anywhere break-inside-avoid border-current/40 border-b *:py-1.5 *:pr-3 *:align-top">
      <td className="tabular-nums">{index + 1}</td>
      <td className="whitespace-nowrap tabular-nums">
        {formatTime(Date.parse(stop.arrival), timeZone)}
        {window && <span className="block whitespace-normal">{window}</span>}
      </td>
      <td>
        <span className="block font-semibold">
          {STOP_LABELS[type]}
          {job && ` #${job.bookingId}`}
        </span>
        {site && <bdi>{site.name}</bdi>}
        {job && (
          <>
            <bdi className="block">{customerFullName(job)}</bdi>
            {job.company !== null && <bdi className="block">{job.company}</bdi>}
            <bdi className="block tabular-nums">{job.phoneDisplay}</bdi>
            <bdi className="block">{addressText(job)}</bdi>
          </>
        )}
      </td>
      <td>
        {job && (
          <>
            <bdi className="block font-semibold">{job.unit?.number ?? 'No unit'}</bdi>
            {job.sizeName}
          </>
        )}
      </td>
      <td>
        {job?.placement && (
          <span dir="auto" className="block">
            {job.placement}
          </span>
        )}
        {job?.notes && <span dir="auto">{job.notes}</span>}
      </td>
    </tr>
  );
}
