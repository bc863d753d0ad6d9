import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { addDays, isDay } from '#domain/days.ts';
import { useMay } from '#web/admin/bookings/use-may.ts';
import { boardQuery } from '#web/api/dispatch.ts';
import { DISPATCH_PATHS } from '#web/paths.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { RowButton, rowButtonClass } from '#web/table/RowButton.tsx';
import { todayHere, weekdayText } from '#web/ui/dates/moment.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { BoardView } from './BoardView.tsx';
import { DayActions } from './DayActions.tsx';
import { MapArea, type MapSwitch, useMapSwitch } from './map/MapArea.tsx';

const VIEWS = ['columns', 'timeline'] as const;
export type BoardViewName = (typeof VIEWS)[number];

const REFRESH_MS = 60_000;

/** The plan of a day: open jobs, and the routes of drivers and trucks. Day and view are in the URL. */
export default function DispatchPage() {
  const [params, setParams] = useSearchParams();
  const today = todayHere();
  const asked = params.get('day') ?? '';
  const day = isDay(asked) ? asked : today;
  const view: BoardViewName = params.get('view') === 'timeline' ? 'timeline' : 'columns';
  const mayWrite = useMay('dispatch:write');
  const map = useMapSwitch();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...boardQuery(day),
    placeholderData: keepPreviousData,
    // The times of stops that are still to be made, and the line of the current time, move with the clock.
    ...(day === today && { refetchInterval: REFRESH_MS }),
  });
  const show = (next: { day?: string; view?: BoardViewName }) => {
    const to = { day, view, ...next };
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (to.day === today) changed.delete('day');
      else changed.set('day', to.day);
      if (to.view === 'timeline') changed.set('view', to.view);
      else changed.delete('view');
      return changed;
    });
  };
  const isPast = day < today;
  return (
    <div className="space-y-3">
      <PageHeading title="Dispatch">
        {mayWrite && !isPast && (
          <span className="max-md:hidden">
            Drag jobs to a route, or select them and press M to choose route and position. Shift and an arrow
            key select several.
          </span>
        )}
      </PageHeading>
      <Toolbar day={day} today={today} view={view} isFetching={isFetching} map={map} onShow={show}>
        {data && !isPlaceholderData && <DayActions board={data} mayWrite={mayWrite} />}
      </Toolbar>
      {error && (
        <LoadFailure
          failed={`The board could not be loaded.${data ? ' Showing earlier data.' : ''}`}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && !isPlaceholderData && (
        <MapArea key={day} board={data} mayWrite={mayWrite} isOn={map.isOn}>
          <BoardView key={day} board={data} view={view} mayWrite={mayWrite && !isPast} />
        </MapArea>
      )}
      {(!data || isPlaceholderData) && !error && <BoardSkeleton />}
    </div>
  );
}

type ToolbarProps = {
  day: string;
  today: string;
  view: BoardViewName;
  isFetching: boolean;
  map: MapSwitch;
  onShow: (next: { day?: string; view?: BoardViewName }) => void;
  /** What concerns the whole day. */
  children: ReactNode;
};

function Toolbar({ day, today, view, isFetching, map, onShow, children }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex items-center gap-1">
        <RowButton
          className="!min-h-11"
          aria-label="Previous day"
          onClick={() => onShow({ day: addDays(day, -1) })}
        >
          <Icon name="left" className="size-4" />
        </RowButton>
        <RowButton className="!min-h-11" onClick={() => onShow({ day: today })}>
          Today
        </RowButton>
        <RowButton
          className="!min-h-11"
          aria-label="Next day"
          onClick={() => onShow({ day: addDays(day, 1) })}
        >
          <Icon name="right" className="size-4" />
        </RowButton>
      </div>
      <h2 aria-live="polite" className="min-w-52 flex-1 text-xl max-md:-order-1 max-md:basis-full">
        {weekdayText(day)}
        {isFetching && <span className="sr-only">, loading</span>}
      </h2>
      <div className="flex flex-wrap gap-1 max-md:order-1">
        <Link to={DISPATCH_PATHS.fromDrivers} className={rowButtonClass('!min-h-11')}>
          From drivers
        </Link>
        {children}
      </div>
      <fieldset className="flex gap-1 max-md:ml-auto">
        <legend className="sr-only">View</legend>
        <RowButton className={switchClass(map.isOn)} aria-pressed={map.isOn} onClick={map.toggle}>
          Map
        </RowButton>
        {VIEWS.map((name) => (
          <RowButton
            key={name}
            className={switchClass(view === name)}
            aria-pressed={view === name}
            onClick={() => onShow({ view: name })}
          >
            {name}
          </RowButton>
        ))}
      </fieldset>
    </div>
  );
}

const switchClass = (isOn: boolean) =>
  `!min-h-11 capitalize ${isOn ? '!border-brand !bg-brand-soft !text-brand-strong' : ''}`;

function BoardSkeleton() {
  return (
    <div role="status" className="flex gap-4 overflow-hidden">
      <span className="sr-only">Loading the board...</span>
      {['jobs', 'first', 'second'].map((column) => (
        <div key={column} aria-hidden="true" className="w-80 shrink-0 space-y-2">
          {[1, 2, 3, 4].map((row) => (
            <div key={row} className="h-16 animate-pulse rounded-md bg-sunk" />
          ))}
        </div>
      ))}
    </div>
  );
}
