import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BlackoutDay } from '#contract/blackout-days.ts';
import { addDays, type Day, formatDay, monthOf, weekdayOf } from '#domain/shared/days.ts';
import { blackoutDaysQuery } from '#web/api/blackout-days.ts';
import { MonthDay, MonthGrid, useDayWalk } from '#web/kit/dates/MonthGrid.tsx';
import { todayHere } from '#web/kit/dates/moment.ts';
import { monthTitle, shiftMonth } from '#web/kit/dates/month.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { CloseDayDialog, OpenDayDialog, readStoredReason } from './DayDialogs.tsx';

const MONTHS = 12;
/** A phone shows the others after a tap. */
const MONTHS_ON_PHONE = 3;

type Props = {
  /** The weekdays with deliveries, 0 is Sunday. */
  weekdays: readonly number[];
};

/** The day of the open dialog, closed or not when it was picked: the list is read again before the dialog closes. */
type PickedDay = { day: Day; closed: BlackoutDay | undefined };

/** The next twelve months. A click on a day closes it for deliveries and pickups, or opens it again, at once. */
export function YearView({ weekdays }: Props) {
  const today = todayHere();
  const months = monthsFrom(monthOf(today));
  const last = addDays(`${shiftMonth(months.at(-1) ?? monthOf(today), 1)}-01`, -1);
  const { data, error, isFetching, refetch } = useQuery(blackoutDaysQuery({ from: today, to: last }));
  const [picked, setPicked] = useState<PickedDay | null>(() => {
    const day = readStoredReason()?.day;
    return day && day >= today && day <= last ? { day, closed: undefined } : null;
  });
  const closed = new Map(data?.map((one) => [one.day, one]));
  const pick = (day: Day) => setPicked({ day, closed: closed.get(day) });
  const close = () => setPicked(null);
  return (
    <section aria-labelledby="closed-days" className="space-y-4">
      <div>
        <h2 id="closed-days" className="text-xl">
          Closed days
        </h2>
        <p className="mt-1 text-ink-soft text-sm">
          Pick a day to close it for deliveries and pickups. Closing takes effect at once, without publishing;
          bookings that exist stay.
        </p>
      </div>
      {error && !data && (
        <LoadFailure
          failed="The closed days could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <>
          <Legend />
          <Months
            months={months}
            window={{ from: today, to: last }}
            closed={closed}
            weekdays={weekdays}
            onPick={pick}
          />
          <ClosedList days={data} onPick={pick} />
        </>
      )}
      {picked && !picked.closed && <CloseDayDialog day={picked.day} onClose={close} />}
      {picked?.closed && <OpenDayDialog closed={picked.closed} onClose={close} />}
    </section>
  );
}

type MonthsProps = {
  months: readonly string[];
  window: { from: Day; to: Day };
  closed: ReadonlyMap<Day, BlackoutDay>;
  weekdays: readonly number[];
  onPick: (day: Day) => void;
};

/** One tab stop for all days. */
function Months({ months, window, closed, weekdays, onPick }: MonthsProps) {
  const [walkedTo, setWalkedTo] = useState<Day | null>(null);
  const [isWhole, setWhole] = useState(false);
  const walk = useDayWalk<HTMLDivElement>({
    firstDay: window.from,
    lastDay: window.to,
    walkedTo,
    onWalk: (day) => {
      setWalkedTo(day);
      if (months.indexOf(monthOf(day)) >= MONTHS_ON_PHONE) setWhole(true);
    },
  });
  const pick = (day: Day) => {
    setWalkedTo(day);
    onPick(day);
  };
  return (
    <>
      <div {...walk} className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {months.map((month, index) => (
          <div
            key={month}
            className={`rounded-lg border border-line bg-surface p-3 ${
              !isWhole && index >= MONTHS_ON_PHONE ? 'max-sm:hidden' : ''
            }`}
          >
            <Month
              month={month}
              window={window}
              closed={closed}
              weekdays={weekdays}
              tabStop={walkedTo ?? window.from}
              onPick={pick}
            />
          </div>
        ))}
      </div>
      {!isWhole && (
        <Button variant="secondary" className="w-full sm:hidden" onClick={() => setWhole(true)}>
          Show {months.length - MONTHS_ON_PHONE} more months
        </Button>
      )}
    </>
  );
}

type MonthProps = Omit<MonthsProps, 'months'> & { month: string; tabStop: Day };

function Month({ month, window, closed, weekdays, tabStop, onPick }: MonthProps) {
  return (
    <MonthGrid
      isWalked
      month={month}
      caption={
        <caption className="px-1.5 pb-1 text-left font-semibold text-base">{monthTitle(month)}</caption>
      }
      headClassName="pt-1"
      className="border-separate border-spacing-1 text-sm"
    >
      {(day) => (
        <YearDay
          key={day}
          day={day}
          closed={closed.get(day)}
          isWorking={weekdays.includes(weekdayOf(day))}
          isToday={day === window.from}
          isPast={day < window.from}
          isTabStop={day === tabStop}
          onPick={() => onPick(day)}
        />
      )}
    </MonthGrid>
  );
}

type DayProps = {
  day: Day;
  closed: BlackoutDay | undefined;
  isWorking: boolean;
  isToday: boolean;
  isPast: boolean;
  isTabStop: boolean;
  onPick: () => void;
};

const CLOSED_LOOK = 'bg-danger-soft font-semibold text-danger line-through';
const OFF_LOOK = 'bg-sunk text-ink-soft';

function YearDay({ day, closed, isWorking, isToday, isPast, isTabStop, onPick }: DayProps) {
  const state = closed ? `, closed: ${closed.reason}` : '';
  const openLook = isWorking ? 'hover:bg-sunk' : `${OFF_LOOK} hover:text-ink`;
  return (
    <MonthDay
      day={day}
      label={`${formatDay(day)}${state}${isWorking ? '' : ', no deliveries on this weekday'}`}
      isToday={isToday}
      isTabStop={isTabStop}
      disabled={isPast}
      title={closed?.reason}
      onClick={onPick}
      className={`touch rounded-sm disabled:opacity-40 ${closed ? CLOSED_LOOK : openLook} ${
        isToday ? 'font-bold underline decoration-2 decoration-brand underline-offset-4' : ''
      }`}
    />
  );
}

/** What the colors of the days mean. Each day also says it to screen readers. */
function Legend() {
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-2 text-ink-soft text-sm">
      <span className="inline-flex items-center gap-2">
        <span className={`rounded-sm px-1.5 text-xs leading-6 ${CLOSED_LOOK}`}>12</span> Closed
      </span>
      <span className="inline-flex items-center gap-2">
        <span className={`rounded-sm px-1.5 text-xs leading-6 ${OFF_LOOK}`}>12</span> No deliveries on this
        weekday
      </span>
    </p>
  );
}

function ClosedList({ days, onPick }: { days: readonly BlackoutDay[]; onPick: (day: Day) => void }) {
  if (days.length === 0) return <p className="text-ink-soft text-sm">No day is closed in these months.</p>;
  return (
    <ul aria-label="Closed days" className="divide-y divide-line rounded-lg border border-line bg-surface">
      {days.map(({ day, reason, bookings }) => (
        <li key={day} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
          <span className="font-semibold tabular-nums">{formatDay(day)}</span>
          <span dir="auto" className="wrap-anywhere min-w-0 flex-1 max-sm:basis-full">
            {reason}
          </span>
          {bookings > 0 && (
            <span className="text-ink-soft text-sm">
              {bookings === 1 ? '1 booking has' : `${bookings} bookings have`} a truck move on it
            </span>
          )}
          <Button variant="quiet" onClick={() => onPick(day)}>
            Open again<span className="sr-only">: {formatDay(day)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function monthsFrom(first: string): string[] {
  const months = [first];
  while (months.length < MONTHS) months.push(shiftMonth(months.at(-1) ?? first, 1));
  return months;
}
