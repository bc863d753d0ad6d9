import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { rentalOptionOf } from '#domain/catalog/entries.ts';
import type { RentalPeriod } from '#domain/catalog/rate-card.ts';
import { lastRentalDay } from '#domain/catalog/rental-days.ts';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import { addDays, type Day, daysOfMonth, formatDay, monthOf } from '#domain/shared/days.ts';
import { type PlaceQuery, unavailableDatesQuery } from '#web/api/availability.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { LazyDayHint, LazyFullMonth } from '#web/public/booking/details/sold-out-parts.tsx';
import { daysUnavailableToCustomer, useHeldRentals } from '#web/public/booking/hold/held-rentals.ts';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { Calendar } from './Calendar.tsx';
import { CalendarLegend, type UnavailableState } from './CalendarDay.tsx';
import { clampMonth, guessMonth } from './month.ts';
import { useDayChange } from './use-day-change.ts';
import { usePickupDay } from './use-pickup-day.ts';

type Props = {
  size: string;
  rentalType: string;
  place: PlaceQuery;
  date: Day | '';
  describedBy: string | undefined;
  onPick: (day: Day) => void;
  /** The picked day is no longer possible. Without a reason it is past, or beyond the horizon. */
  onDrop: (day: Day, reason?: CalendarRefusal) => void;
};

/** The free days of one size. Today comes from the server; the device clock only picks the first month to request. */
export function SizeCalendar({ size, rentalType, place, date, describedBy, onPick, onDrop }: Props) {
  const catalog = useCatalog();
  const { timeZone, calendar } = catalog;
  const option = rentalOptionOf(catalog, rentalType);
  const [month, setMonth] = useState(() => (date ? monthOf(date) : guessMonth(timeZone)));
  const holds = useHeldRentals();
  const [walkedTo, setWalkedTo] = useState<Day | null>(null);
  const days = useQuery(unavailableDatesQuery({ rentalType, dumpsterType: size, month }, place));
  const pickupDay = usePickupDay({ rentalType, size, date, place });
  const today = days.data?.today;
  const lastDay = today ? addDays(today, calendar.horizonDays) : undefined;
  const shown = today && lastDay ? clampMonth(month, today, lastDay) : month;
  if (shown !== month) setMonth(shown);
  const { dates = [], reasons = {} } = days.data ?? {};
  const rental = { days: option.days, dumpsterType: size, today: today ?? '', reasons };
  const unavailable = new Map(
    daysUnavailableToCustomer(dates, rental, holds).map((day): [Day, UnavailableState] => [
      day,
      reasons[day] ?? 'off',
    ]),
  );
  const isOutside = today && lastDay && date && (date < today || date > lastDay);
  const state = days.isPlaceholderData ? undefined : unavailable.get(date);
  // A sold-out size is cleared instead of the day.
  const refused = state === 'off' || state === 'sold_out' ? undefined : state;
  useEffect(() => {
    if (isOutside || refused) onDrop(date, refused);
  }, [isOutside, refused, date, onDrop]);
  useDayChange(days.isPlaceholderData ? undefined : days.data, days.dataUpdatedAt);

  if (days.isError) return <CalendarFailure onTryAgain={() => days.refetch()} />;
  if (!days.data || !today || !lastDay) {
    return (
      <p role="status" className="py-10 text-center text-ink-soft">
        Loading the calendar...
      </p>
    );
  }
  const jumpTo = (day: Day) => {
    setMonth(monthOf(day));
    setWalkedTo(day);
  };
  const isFree = (day: Day) => !unavailable.has(day);
  const isFull = !days.isPlaceholderData && !daysOfMonth(shown).some(isFree);
  const refusal = walkedTo && unavailable.get(walkedTo);
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_14rem]">
      <div>
        <Calendar
          today={today}
          month={shown}
          onMonth={setMonth}
          unavailable={unavailable}
          isLoading={days.isPlaceholderData}
          lastDay={lastDay}
          days={option.days}
          date={date}
          describedBy={describedBy}
          walkedTo={walkedTo}
          onWalk={setWalkedTo}
          onPick={(day) => {
            setWalkedTo(null);
            onPick(day);
          }}
        />
        <div role="status" className="mt-4 empty:hidden">
          {isFull && (
            <LazyFullMonth
              key={shown}
              month={shown}
              rentalType={rentalType}
              size={size}
              place={place}
              today={today}
              onJump={jumpTo}
              onPick={(day) => {
                onPick(day);
                jumpTo(day);
              }}
            />
          )}
          {!isFull && walkedTo && refusal && refusal !== 'off' && (
            <LazyDayHint
              day={walkedTo}
              reason={refusal}
              place={place}
              next={daysOfMonth(shown).find((day) => day > walkedTo && isFree(day)) ?? null}
              onUse={(day) => {
                onPick(day);
                setWalkedTo(day);
              }}
            />
          )}
        </div>
        <CalendarLegend shown={unavailable.values()} hasToday={monthOf(today) === shown} />
      </div>
      <ChosenDates option={option} date={date} pickupDay={pickupDay} />
    </div>
  );
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

type ChosenDatesProps = { option: RentalPeriod; date: Day | ''; pickupDay: Day | null };

/** First and last day of the chosen rental, and the pickup if it is later. */
function ChosenDates({ option, date, pickupDay }: ChosenDatesProps) {
  const { title, days } = option;
  const last = date && lastRentalDay(option, date);
  return (
    <div aria-live="polite" className="self-start border-brand border-l-4 pl-4">
      {date ? (
        <>
          <p className="text-ink-soft text-sm">{days === 1 ? 'Delivery and pickup' : `Your ${title}`}</p>
          <p className="font-semibold text-lg">{formatDay(date)}</p>
          {days > 1 && last && <p className="font-semibold text-lg">to {formatDay(last)}</p>}
          {pickupDay && (
            <p className="mt-1 text-ink-soft text-sm">
              We pick it up on {formatDay(pickupDay)}. The days until then cost nothing.
            </p>
          )}
        </>
      ) : (
        <p>{days === 1 ? 'Pick the day.' : 'Pick the day of delivery.'}</p>
      )}
    </div>
  );
}
