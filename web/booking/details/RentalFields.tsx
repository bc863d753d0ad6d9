import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Day } from '#domain/days.ts';
import { type DumpsterType, dumpsterSize, parseDumpsterType, type RentalType } from '#domain/rental.ts';
import { dumpsterTypesQuery } from '#web/api/availability.ts';
import { SizeCalendar } from '#web/booking/details/calendar/SizeCalendar.tsx';
import { countWithOwnHolds, useHeldRentals } from '#web/booking/hold/held-rentals.ts';
import { FieldError, FormSection } from '#web/form/Field.tsx';
import { rentalDates } from '#web/rental/rental-text.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { NextDateOffer } from './NextDateOffer.tsx';
import { SizeField } from './SizeField.tsx';
import { chooseSize, isOffered } from './size-choice.ts';
import type { DetailsForm } from './use-details-form.ts';

type Props = { form: DetailsForm; rentalType: RentalType };

/** Size and date. The counts depend on the date, the free days on the size. */
export function RentalFields({ form, rentalType }: Props) {
  const [size, date] = useWatch({ control: form.control, name: ['dumpsterType', 'deliveryDate'] });
  const holds = useHeldRentals();
  const types = useQuery({
    ...dumpsterTypesQuery(rentalType, date),
    select: (counted) => countWithOwnHolds(counted, { rentalType, deliveryDate: date }, holds),
  });
  const [cleared, setCleared] = useState<DumpsterType | null>(null);
  const { setValue } = form;
  const answer = types.isPlaceholderData ? undefined : types.data;

  useEffect(() => {
    const choice = chooseSize(answer ?? [], size, cleared !== null);
    if (!answer || choice.keep) return;
    setValue('dumpsterType', choice.choose, { shouldDirty: true });
    setCleared(parseDumpsterType(choice.soldOut ?? ''));
  }, [answer, size, cleared, setValue]);

  const pickSize = (type: DumpsterType) => {
    setCleared(null);
    setValue('dumpsterType', type, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  /** Picking an offered date of a cleared size selects that size again. */
  const pickDate = (day: string) => {
    if (cleared && !size && day) pickSize(cleared);
    setValue('deliveryDate', day, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const moveTo = (type: DumpsterType, day: string) => {
    pickDate(day);
    pickSize(type);
  };
  const soldOut = date ? (answer ?? []).filter((type) => !isOffered(type) && type.id !== cleared) : [];

  return (
    <>
      <FormSection title="Choose a size">
        <SizeField form={form} types={types} onPick={pickSize} />
        <div role="status" className="mt-4 empty:hidden">
          {cleared && <SoldOutNotice size={cleared} rentalType={rentalType} date={date} onMove={moveTo} />}
        </div>
        {soldOut.length > 0 && (
          <div className="mt-4 space-y-2">
            {soldOut.map(({ id }) => (
              <NextDateOffer
                key={`${id} ${date}`}
                rentalType={rentalType}
                size={id}
                date={date}
                onMove={moveTo}
              />
            ))}
          </div>
        )}
      </FormSection>
      <FormSection title="Choose a delivery date">
        <DateField
          form={form}
          rentalType={rentalType}
          size={parseDumpsterType(size) ?? cleared}
          onPick={pickDate}
        />
      </FormSection>
    </>
  );
}

type SoldOutNoticeProps = {
  size: DumpsterType;
  rentalType: RentalType;
  date: string;
  onMove: (size: DumpsterType, day: string) => void;
};

/** Shown when the chosen size sold out. Offers its nearest free days. */
function SoldOutNotice({ size, rentalType, date, onMove }: SoldOutNoticeProps) {
  const days = date ? ` for ${rentalDates(rentalType, date)}` : '';
  return (
    <Notice variant="attention">
      <p>
        The <strong>{dumpsterSize(size).name}</strong> is no longer available{days}, so we cleared it. Choose
        another size or another date.
      </p>
      <div className="mt-2">
        <NextDateOffer rentalType={rentalType} size={size} date={date} onMove={onMove} isChosenSize />
      </div>
    </Notice>
  );
}

type DateFieldProps = {
  form: DetailsForm;
  rentalType: RentalType;
  /** The size whose free days are shown. */
  size: DumpsterType | null;
  onPick: (day: Day | '') => void;
};

function DateField({ form, rentalType, size, onPick }: DateFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'deliveryDate' });
  const box = useRef<HTMLDivElement>(null);
  const focus = () =>
    (box.current?.querySelector<HTMLElement>('button[data-day][tabindex="0"]') ?? box.current)?.focus();
  field.ref({ focus });
  return (
    <>
      <input type="hidden" name="deliveryDate" value={field.value} />
      {/* As high as six weeks with their legend, so that the layout does not shift when they load. */}
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
