import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { getFleetTimeline, MAX_TIMELINE_DAYS } from '#contract/inventory.ts';
import { addDays, type Day, formatDay, isDay } from '#domain/shared/days.ts';
import { call } from '#web/api/call.ts';
import { catalogNamesQuery } from '#web/api/catalog.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { startOfWeek } from '#web/kit/dates/month.ts';
import { CONTROL } from '#web/kit/form/Field.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { TimelineGrid } from './TimelineGrid.tsx';
import { useUnitMove } from './use-unit-move.ts';

const WEEK = 7;

function timelineQuery(from: Day, dumpsterType: string | null) {
  const to = addDays(from, MAX_TIMELINE_DAYS - 1);
  const query = { from, to, ...(dumpsterType && { dumpsterType }) };
  return queryOptions({
    queryKey: [getFleetTimeline.name, query],
    queryFn: ({ signal }) => call(getFleetTimeline, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Units as rows and six weeks as columns. The first day and the size are in the URL. */
export default function TimelinePage() {
  const today = todayHere();
  const [params, setParams] = useSearchParams();
  const asked = params.get('from') ?? '';
  const thisWeek = startOfWeek(today);
  const from = isDay(asked) ? asked : thisWeek;
  const size = params.get('dumpsterType');
  const show = (next: { from?: Day; size?: string | null }) => {
    const [day, type] = [next.from ?? from, next.size === undefined ? size : next.size];
    setParams({ ...(day !== thisWeek && { from: day }), ...(type && { dumpsterType: type }) });
  };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(timelineQuery(from, size));
  const { data: names } = useQuery(catalogNamesQuery());
  const mayWrite = useMayWrite();
  const moveTo = useUnitMove();
  return (
    <div className="space-y-3">
      <PageHeading title="Fleet timeline">
        What occupies each unit.
        {mayWrite && <span className="max-md:hidden"> Drag a booking to another unit to move it there.</span>}
      </PageHeading>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex items-center gap-1">
          <RowButton
            className="!min-h-11"
            aria-label="Earlier"
            onClick={() => show({ from: addDays(from, -WEEK) })}
          >
            <Icon name="left" className="size-4" />
          </RowButton>
          <RowButton className="!min-h-11" onClick={() => show({ from: thisWeek })}>
            This week
          </RowButton>
          <RowButton
            className="!min-h-11"
            aria-label="Later"
            onClick={() => show({ from: addDays(from, WEEK) })}
          >
            <Icon name="right" className="size-4" />
          </RowButton>
        </div>
        <h2 aria-live="polite" className="min-w-52 flex-1 text-xl max-md:order-1 max-md:basis-full">
          {formatDay(from)} to {formatDay(addDays(from, MAX_TIMELINE_DAYS - 1))}
          {isFetching && <span className="sr-only">, loading</span>}
        </h2>
        <select
          aria-label="Size"
          value={size ?? ''}
          onChange={({ target }) => show({ size: target.value || null })}
          className={`${CONTROL} !w-auto max-md:ml-auto md:!text-sm`}
        >
          <option value="">All sizes</option>
          {names?.dumpsterSizes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {error && (
        <LoadFailure
          failed={`The timeline could not be loaded.${data ? ' Showing earlier data.' : ''}`}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <TimelineGrid
          from={from}
          timeline={data}
          isStale={isPlaceholderData}
          onMove={
            mayWrite
              ? ({ bar, unit }) =>
                  moveTo({ bar, unit, former: data.units.find(({ id }) => id === bar.dumpsterId) })
              : null
          }
        />
      )}
      {!data && !error && <p role="status">Loading the timeline...</p>}
    </div>
  );
}
