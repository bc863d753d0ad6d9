import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { addDays, isDay } from '#domain/shared/days.ts';
import { boardQuery } from '#web/api/dispatch.ts';
import { todayHere, weekdayText } from '#web/kit/dates/moment.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton, rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { useMay } from '#web/office/bookings/use-may.ts';
import { DISPATCH_PATHS, daySheetPath } from '#web/paths.ts';
import { BoardView } from './BoardView.tsx';
import { DayActions } from './DayActions.tsx';
import { type MapSwitch, useMapSwitch } from './map/map-switch.ts';
import { PinProvider } from './map/pins.tsx';

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
    <div className="space-y-2">
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
        <PinProvider key={day} day={day} mayWrite={mayWrite}>
          <BoardView board={data} view={view} map={map} mayWrite={mayWrite && !isPast} />
        </PinProvider>
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
  // In the place of the routes, the map is a view like the others.
  const isMapView = map.isOn && !map.isBeside;
  const showView = (name: BoardViewName) => {
    if (isMapView) map.set(false);
    onShow({ view: name });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <PageHeading title="Dispatch" className="text-xl" />
      <DaySteps day={day} today={today} onShow={onShow} />
      <h2 aria-live="polite" className="min-w-44 flex-1 text-lg max-md:-order-1 max-md:basis-full">
        {weekdayText(day)}
        {isFetching && <span className="sr-only">, loading</span>}
      </h2>
      <div className="flex flex-wrap gap-1 max-md:order-1">
        <Link to={daySheetPath(day)} className={rowButtonClass()}>
          Print day
        </Link>
        <Link to={DISPATCH_PATHS.fromDrivers} className={rowButtonClass()}>
          From drivers
        </Link>
        {children}
      </div>
      <fieldset className="flex gap-1 max-md:ml-auto">
        <legend className="sr-only">View</legend>
        {VIEWS.map((name) => {
          const isShown = view === name && !isMapView;
          return (
            <RowButton
              key={name}
              className={switchClass(isShown)}
              aria-pressed={isShown}
              onClick={() => showView(name)}
            >
              {name}
            </RowButton>
          );
        })}
        <RowButton
          className={switchClass(map.isOn)}
          aria-pressed={map.isOn}
          onClick={() => map.set(!map.isOn)}
        >
          Map
        </RowButton>
      </fieldset>
    </div>
  );
}

function DaySteps({ day, today, onShow }: Pick<ToolbarProps, 'day' | 'today' | 'onShow'>) {
  const step = (days: number) => () => onShow({ day: addDays(day, days) });
  return (
    <div className="flex items-center gap-1">
      <RowButton className="!px-2 max-md:!min-w-11" aria-label="Previous day" onClick={step(-1)}>
        <Icon name="left" className="size-4" />
      </RowButton>
      <RowButton onClick={() => onShow({ day: today })}>Today</RowButton>
      <RowButton className="!px-2 max-md:!min-w-11" aria-label="Next day" onClick={step(1)}>
        <Icon name="right" className="size-4" />
      </RowButton>
    </div>
  );
}

const switchClass = (isOn: boolean) =>
  `capitalize ${isOn ? '!border-brand !bg-brand-soft !text-brand-strong' : ''}`;

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
