import { useRef } from 'react';
import { useController } from 'react-hook-form';
import type { Day } from '#domain/days.ts';
import type { DumpsterType, RentalType } from '#domain/rental.ts';
import { SizeCalendar } from '#web/booking/details/calendar/SizeCalendar.tsx';
import { FieldError } from '#web/form/Field.tsx';
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
  const focus = () =>
    (box.current?.querySelector<HTMLElement>('button[data-day][tabindex="0"]') ?? box.current)?.focus();
  field.ref({ focus });
  return (
    <>
      <input type="hidden" name="deliveryDate" value={field.value} />
      {/* As high as six weeks with their legend, so that nothing below moves when they arrive. */}
      <div ref={box} tabIndex={-1} className="min-h-122 md:min-h-110">
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
