import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type CalendarMove, getTruckCalendar } from '#contract/truck-calendar.ts';
import { BOOKING_STATUS_LABELS, BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import { call } from '#web/api/call.ts';
import { catalogNamesQuery } from '#web/api/catalog.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { CONTROL } from '#web/kit/form/Field.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton, rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { daySheetPath } from '#web/paths.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import {
  type CalendarState,
  calendarDays,
  calendarParams,
  calendarWindow,
  readCalendarState,
  turned,
  windowTitle,
} from './calendar-window.ts';

const MoveBookingDialog = lazyDialog(async () => (await import('./MoveBookingDialog.tsx')).MoveBookingDialog);

function calendarQuery({ dumpsterType, status, ...shown }: CalendarState) {
  const query = {
    ...calendarWindow(shown),
    ...(dumpsterType && { dumpsterType }),
    ...(status && { status }),
  };
  return queryOptions({
    queryKey: [getTruckCalendar.name, query],
    queryFn: ({ signal }) => call(getTruckCalendar, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** The deliveries and pickups of a month or week. The state is in the URL. */
export default function TruckCalendarPage() {
  const today = todayHere();
  const [params, setParams] = useSearchParams();
  const state = readCalendarState(params, today);
  const show = (next: CalendarState) => setParams(calendarParams(next, today));
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(calendarQuery(state));
  const mayWrite = useMayWrite();
  const [move, setMove] = useState<{ move: CalendarMove; day: Day } | null>(null);
  return (
    <div className="space-y-3">
      <PageHeading title="Calendar">
        Deliveries and pickups by day.
        {mayWrite && <span className="max-md:hidden"> Drag a booking to another day to move it.</span>}
      </PageHeading>
      <Toolbar state={state} today={today} isFetching={isFetching} onShow={show} />
      {error && (
        <LoadFailure
          failed={`The calendar could not be loaded.${data ? ' Showing earlier data.' : ''}`}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(data || !error) && (
        <CalendarGrid
          view={state.view}
          month={state.day.slice(0, 7)}
          days={calendarDays(state)}
          calendar={isPlaceholderData ? undefined : data}
          onDay={(day) => show({ ...state, view: 'week', day })}
          onMove={mayWrite ? (moved, day) => setMove({ move: moved, day }) : null}
        />
      )}
      {move && <MoveBookingDialog {...move} onClose={() => setMove(null)} />}
    </div>
  );
}

type ToolbarProps = {
  state: CalendarState;
  today: Day;
  isFetching: boolean;
  onShow: (next: CalendarState) => void;
};

function Toolbar({ state, today, isFetching, onShow }: ToolbarProps) {
  const { data: names } = useQuery(catalogNamesQuery());
  const unit = state.view;
  const sizes = (names?.dumpsterSizes ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const statuses = BOOKING_STATUSES.map((value) => ({ value, label: BOOKING_STATUS_LABELS[value] }));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:gap-x-2">
      <div className="flex items-center gap-1">
        <RowButton
          className="!min-h-11"
          aria-label={`Previous ${unit}`}
          onClick={() => onShow(turned(state, -1))}
        >
          <Icon name="left" className="size-4" />
        </RowButton>
        <RowButton className="!min-h-11" onClick={() => onShow({ ...state, day: today })}>
          Today
        </RowButton>
        <RowButton className="!min-h-11" aria-label={`Next ${unit}`} onClick={() => onShow(turned(state, 1))}>
          <Icon name="right" className="size-4" />
        </RowButton>
      </div>
      <h2 aria-live="polite" className="min-w-52 flex-1 text-xl max-md:order-1 max-md:basis-full">
        {windowTitle(state)}
        {isFetching && <span className="sr-only">, loading</span>}
      </h2>
      <fieldset className="flex gap-1 max-md:ml-auto">
        <legend className="sr-only">View</legend>
        {(['month', 'week'] as const).map((view) => (
          <RowButton
            key={view}
            className={`!min-h-11 capitalize ${state.view === view ? '!border-brand !bg-brand-soft !text-brand-strong' : ''}`}
            aria-pressed={state.view === view}
            onClick={() => onShow({ ...state, view })}
          >
            {view}
          </RowButton>
        ))}
      </fieldset>
      <FilterSelect
        label="Size"
        value={state.dumpsterType}
        options={[{ value: '', label: 'All sizes' }, ...sizes]}
        onPick={(dumpsterType) => onShow({ ...state, dumpsterType })}
      />
      <FilterSelect
        label="Status"
        value={state.status}
        options={[{ value: '', label: 'All statuses' }, ...statuses]}
        onPick={(picked) =>
          onShow({ ...state, status: statuses.find(({ value }) => value === picked)?.value ?? null })
        }
      />
      <Link to={daySheetPath(state.day)} className={rowButtonClass('!min-h-11')}>
        Print day
      </Link>
    </div>
  );
}

type FilterSelectProps = {
  label: string;
  value: string | null;
  options: { value: string; label: string }[];
  onPick: (value: string | null) => void;
};

/** Its first option says what it filters, so the label is for screen readers. */
function FilterSelect({ label, value, options, onPick }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onPick(target.value || null)}
      className={`${CONTROL} !w-auto max-md:order-2 max-md:min-w-0 max-md:flex-1 md:!text-sm`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
