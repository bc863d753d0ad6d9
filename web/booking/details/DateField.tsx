import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { isWithinHorizon } from '#domain/availability.ts';
import { type Day, formatDay, monthOf } from '#domain/days.ts';
import type { DumpsterType, RentalType } from '#domain/rental.ts';
import { unavailableDatesQuery } from '#web/api/availability.ts';
import { FieldError } from '#web/form/Field.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Calendar } from './Calendar.tsx';
import { ChosenDates } from './ChosenDates.tsx';
import { clampMonth, guessMonth } from './month.ts';
import type { DetailsForm } from './use-details-form.ts';

type Props = {
  form: DetailsForm;
  rentalType: RentalType;
  /** Whose free days are shown. */
  size: DumpsterType | null;
  onPick: (day: Day | '') => void;
};

export function DateField({ form, rentalType, size, onPick }: Props) {
  const { field, fieldState } = useController({ control: form.control, name: 'deliveryDate' });
  const box = useRef<HTMLDivElement>(null);
  const focus = () => box.current?.querySelector<HTMLElement>('button[data-day][tabindex="0"]')?.focus();
  field.ref({ focus });
  return (
    <>
      <input type="hidden" name="deliveryDate" value={field.value} />
      <div ref={box} className="min-h-90">
        {size ? (
          <SizeCalendar
            key={rentalType}
            size={size}
            rentalType={rentalType}
            date={field.value}
            describedBy={fieldState.error && 'deliveryDate-error'}
            onPick={onPick}
          />
        ) : (
          <p className="rounded-lg bg-sunk px-4 py-10 text-center text-ink-soft">
            Choose a size to see the days on which it is free.
          </p>
        )}
      </div>
      <FieldError name="deliveryDate" error={fieldState.error?.message} />
    </>
  );
}

type CalendarProps = {
  size: DumpsterType;
  rentalType: RentalType;
  date: Day | '';
  describedBy: string | undefined;
  onPick: (day: Day | '') => void;
};

/** The free days of one size. Which day is today the server says; the device only guesses which month to ask for. */
function SizeCalendar({ size, rentalType, date, describedBy, onPick }: CalendarProps) {
  const [month, setMonth] = useState(() => (date ? monthOf(date) : guessMonth()));
  const days = useQuery(unavailableDatesQuery(rentalType, size, month));
  const [gone, setGone] = useState<Day | null>(null);
  const today = days.data?.today;
  const shown = today ? clampMonth(month, today) : month;
  if (shown !== month) setMonth(shown);

  useEffect(() => {
    if (!today || !date || isWithinHorizon(date, today)) return;
    setGone(date);
    onPick('');
  }, [today, date, onPick]);

  if (days.isError) {
    return (
      <Notice look="danger" role="alert">
        <p>Error fetching availability information</p>
        <Button look="secondary" className="mt-3" onClick={() => days.refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!days.data) {
    return (
      <p role="status" className="py-10 text-center text-ink-soft">
        Loading the calendar...
      </p>
    );
  }
  return (
    <>
      {gone && !date && (
        <Notice look="attention" role="status" className="mb-4">
          {formatDay(gone)} can no longer be booked, so we cleared it. Please choose another date.
        </Notice>
      )}
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_14rem]">
        <Calendar
          today={days.data.today}
          month={shown}
          onMonth={setMonth}
          unavailable={days.isPlaceholderData ? 'unknown' : days.data.dates}
          rentalType={rentalType}
          date={date}
          describedBy={describedBy}
          onPick={onPick}
        />
        <ChosenDates rentalType={rentalType} date={date} />
      </div>
    </>
  );
}
