import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { rentalOptionOf } from '#domain/catalog/entries.ts';
import type { RentalPeriod } from '#domain/catalog/rate-card.ts';
import { lastRentalDay, pickupDayOf } from '#domain/catalog/rental-days.ts';
import { addDays, type Day, daysOfMonth, formatDay, monthOf } from '#domain/days.ts';
import { unavailableDatesQuery } from '#web/api/availability.ts';
import { LazyFullMonth } from '#web/booking/details/sold-out-parts.tsx';
import { daysUnavailableToCustomer, useHeldRentals } from '#web/booking/hold/held-rentals.ts';
import { useCatalog } from '#web/rental/catalog-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/ContactLinks.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Calendar } from './Calendar.tsx';
import { CalendarLegend } from './CalendarDay.tsx';
import { clampMonth, guessMonth } from './month.ts';
import { useDayChange } from './use-day-change.ts';

type Props = {
  size: string;
  rentalType: string;
  date: Day | '';
  describedBy: string | undefined;
  onPick: (day: Day | '') => void;
};

/** The free days of one size. Today comes from the server; the device clock only picks the first month to request. */
export function SizeCalendar({ size, rentalType, date, describedBy, onPick }: Props) {
  const catalog = useCatalog();
  const { timeZone, calendar } = catalog;
  const option = rentalOptionOf(catalog, rentalType);
  const [month, setMonth] = useState(() => (date ? monthOf(date) : guessMonth(timeZone)));
  const holds = useHeldRentals();
  const [walkedTo, setWalkedTo] = useState<Day | null>(null);
  const days = useQuery(unavailableDatesQuery(rentalType, size, month));
  const today = days.data?.today;
  const lastDay = today ? addDays(today, calendar.horizonDays) : undefined;
  const shown = today && lastDay ? clampMonth(month, today, lastDay) : month;
  if (shown !== month) setMonth(shown);
  const gone = useDroppedDate({ today, lastDay }, date, onPick);
  useDayChange(days.data, days.dataUpdatedAt);

  if (days.isError) return <CalendarFailure onTryAgain={() => days.refetch()} />;
  if (!days.data || !today || !lastDay) {
    return (
      <p role="status" className="py-10 text-center text-ink-soft">
        Loading the calendar...
      </p>
    );
  }
  const unavailable = days.isPlaceholderData
    ? 'unknown'
    : daysUnavailableToCustomer(days.data.dates, { days: option.days, dumpsterType: size, today }, holds);
  const jumpTo = (day: Day) => {
    setMonth(monthOf(day));
    setWalkedTo(day);
  };
  const isFull = unavailable !== 'unknown' && daysOfMonth(shown).every((day) => unavailable.includes(day));
  return (
    <>
      {gone && !date && (
        <Notice variant="attention" role="status" className="mb-4">
          {formatDay(gone)} can no longer be booked, so we cleared it. Please choose another date.
        </Notice>
      )}
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_14rem]">
        <div>
          <Calendar
            today={today}
            month={shown}
            onMonth={setMonth}
            unavailable={unavailable}
            lastDay={lastDay}
            days={option.days}
            date={date}
            describedBy={describedBy}
            walkedTo={walkedTo}
            onWalk={setWalkedTo}
            onPick={onPick}
          />
          <div role="status" className="mt-4 empty:hidden">
            {isFull && (
              <LazyFullMonth
                key={shown}
                month={shown}
                {...{ rentalType, size, today }}
                onJump={jumpTo}
                onPick={(day) => {
                  onPick(day);
                  jumpTo(day);
                }}
              />
            )}
          </div>
          <CalendarLegend />
        </div>
        <ChosenDates option={option} date={date} />
      </div>
    </>
  );
}

/** The days on which the business is closed are not known here; the confirmation has the day of the pickup. */
const NO_DAYS: ReadonlySet<Day> = new Set();

/** Clears a date that can no longer be booked. Returns the cleared date. */
function useDroppedDate(
  { today, lastDay }: { today: Day | undefined; lastDay: Day | undefined },
  date: Day | '',
  onPick: (day: Day | '') => void,
): Day | null {
  const [gone, setGone] = useState<Day | null>(null);
  useEffect(() => {
    if (!today || !lastDay || !date || (date >= today && date <= lastDay)) return;
    setGone(date);
    onPick('');
  }, [today, lastDay, date, onPick]);
  return gone;
}

function CalendarFailure({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <Notice variant="danger" role="alert">
      <p>Error fetching availability information</p>
      <CallUs before="Still not working?" />
      <Button variant="secondary" className="mt-3" onClick={onTryAgain}>
        Try again
      </Button>
    </Notice>
  );
}

/** First and last day of the chosen rental. */
function ChosenDates({ option, date }: { option: RentalPeriod; date: Day | '' }) {
  const { title, days } = option;
  const { calendar } = useCatalog();
  const last = date && lastRentalDay(option, date);
  const pickup = last && pickupDayOf(calendar, NO_DAYS, last);
  return (
    <div aria-live="polite" className="self-start border-brand border-l-4 pl-4">
      {date ? (
        <>
          <p className="text-ink-soft text-sm">{days === 1 ? 'Delivery and pickup' : `Your ${title}`}</p>
          <p className="font-semibold text-lg">{formatDay(date)}</p>
          {days > 1 && last && <p className="font-semibold text-lg">to {formatDay(last)}</p>}
          {pickup !== last && (
            <p className="mt-1 text-ink-soft text-sm">
              We pick it up on {formatDay(pickup)}. The days until then cost nothing.
            </p>
          )}
        </>
      ) : (
        <p>{days === 1 ? 'Pick the day.' : 'Pick the day of delivery.'}</p>
      )}
    </div>
  );
}
