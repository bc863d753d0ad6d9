import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Board, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { windowText } from '#domain/jobs/time-windows.ts';
import { isDay } from '#domain/shared/days.ts';
import { boardQuery, stopKeyOf } from '#web/api/dispatch.ts';
import { todayHere, weekdayText } from '#web/kit/dates/moment.ts';
import { DriveSource } from '#web/kit/ui/DriveSource.tsx';
import { clockText, loadText, milesText, minutesText } from '#web/kit/ui/route-texts.ts';
import { dispatchPath } from '#web/paths.ts';
import {
  AddressLines,
  CustomerLines,
  SHEET_ROW_CLASS,
  SheetPage,
  SheetTable,
  UnitLines,
} from './SheetPage.tsx';

/** The stops of a route on paper. The URL has the day. */
export function RouteSheet({ routeId }: { routeId: string }) {
  const [params] = useSearchParams();
  const asked = params.get('day') ?? '';
  const day = isDay(asked) ? asked : todayHere();
  const query = useQuery(boardQuery(day));
  const route = query.data?.routes.find(({ id }) => String(id) === routeId);
  const title = (
    <>
      <bdi>{route?.driver.name}</bdi>, {weekdayText(day)}
    </>
  );
  return (
    <SheetPage
      title={route ? `Route of ${route.driver.name}` : 'Route'}
      back={{ to: dispatchPath(day), text: 'Back to the board' }}
      query={query}
      failed="The route could not be loaded."
      loading="Loading the route..."
      head={query.data && route ? { title, detail: detailText(query.data, route) } : null}
    >
      {query.data && route ? (
        <Stops board={query.data} route={route} />
      ) : (
        <p className="py-6">This route was removed.</p>
      )}
    </SheetPage>
  );
}

/** A route as a part of the sheet of its day; each begins a page. */
export function RouteOfDay({ board, route }: { board: Board; route: BoardRoute }) {
  return (
    <section aria-label={`Route of ${route.driver.name}`} className="mt-6 print:break-after-page">
      <h3 className="font-semibold text-base">
        <bdi>{route.driver.name}</bdi>
        {route.publishedAt === null && <span className="font-normal"> (not published)</span>}
      </h3>
      <p className="text-sm">{detailText(board, route)}</p>
      <Stops board={board} route={route} />
    </section>
  );
}

/** 'Truck 1 (ABC 123) · Main yard at 7:00 AM, with 2 empty · 5 h 10 min · 61 mi'. */
function detailText({ timeZone }: Board, { truck, start, startsAt, stops, ...route }: BoardRoute): string {
  const plate = truck?.plate ? ` (${truck.plate})` : '';
  const load = stops.length > 0 ? `, with ${loadText(route.loadAtStart)}` : '';
  return [
    `${truck?.name ?? 'No truck'}${plate}`,
    `${start?.name ?? 'Start'} at ${clockText(startsAt, timeZone)}${load}`,
    stops.length > 0 && minutesText(route.minutes),
    milesText(route.meters),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Stops({ board: { timeZone, isEstimate }, route }: { board: Board; route: BoardRoute }) {
  return (
    <>
      {route.notes && (
        <p dir="auto" className="mt-2 text-sm">
          {route.notes}
        </p>
      )}
      {route.stops.length === 0 ? (
        <p className="py-6">This route has no stops yet.</p>
      ) : (
        <SheetTable
          label={`Stops of ${route.driver.name}`}
          columns={['Stop', 'Arrive', 'What and where', 'Unit', 'Notes']}
        >
          <tbody>
            {route.stops.map((stop, index) => (
              <StopRow key={stopKeyOf(stop)} stop={stop} index={index} timeZone={timeZone} />
            ))}
            <tr className="*:py-1.5 *:pr-3">
              <td />
              <td className="whitespace-nowrap tabular-nums">{clockText(route.endsAt, timeZone)}</td>
              <td colSpan={3}>{route.end?.name ?? 'Back'}</td>
            </tr>
          </tbody>
        </SheetTable>
      )}
      {route.stops.length > 0 && (
        <p className="mt-2 text-xs">
          <DriveSource isEstimate={isEstimate} />
        </p>
      )}
    </>
  );
}

function StopRow({ stop, index, timeZone }: { stop: BoardStop; index: number; timeZone: string }) {
  const { job, site, type } = stop;
  const window = job && windowText(job.timeWindow);
  return (
    <tr className={SHEET_ROW_CLASS}>
      <td className="tabular-nums">{index + 1}</td>
      <td className="whitespace-nowrap tabular-nums">
        {clockText(stop.arrival, timeZone)}
        {window && <span className="block whitespace-normal">{window}</span>}
      </td>
      <td>
        <span className="block font-semibold">{STOP_LABELS[type]}</span>
        {site && (
          <>
            <bdi className="block text-left">{site.name}</bdi>
            <bdi className="block">{site.address}</bdi>
          </>
        )}
        {job && (
          <>
            <CustomerLines job={job} />
            <AddressLines job={job} />
          </>
        )}
      </td>
      <td>{job && <UnitLines job={job} />}</td>
      <td dir="auto">{job?.notes}</td>
    </tr>
  );
}
