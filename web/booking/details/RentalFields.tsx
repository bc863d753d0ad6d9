import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type DumpsterType, parseDumpsterType, type RentalType } from '#domain/rental.ts';
import { dumpsterTypesQuery } from '#web/api/availability.ts';
import { countHeld } from '#web/booking/hold/held.ts';
import { DateField } from './DateField.tsx';
import { FormSection } from './FormSection.tsx';
import { NextDateOffer } from './NextDateOffer.tsx';
import { SizeField } from './SizeField.tsx';
import { SoldOutNotice } from './SoldOutNotice.tsx';
import { isOffered, settleSize } from './size-choice.ts';
import type { DetailsForm } from './use-details-form.ts';
import { useHolds } from './use-holds.ts';

type Props = { form: DetailsForm; rentalType: RentalType };

/** Size and date, which decide about each other: counts are for the date, free days are the size's. */
export function RentalFields({ form, rentalType }: Props) {
  const [size, date] = useWatch({ control: form.control, name: ['dumpsterType', 'deliveryDate'] });
  const holds = useHolds();
  const types = useQuery({
    ...dumpsterTypesQuery(rentalType, date),
    select: (counted) => countHeld(counted, { rentalType, deliveryDate: date }, holds),
  });
  const [cleared, setCleared] = useState<DumpsterType | null>(null);
  const { setValue } = form;
  const answer = types.isPlaceholderData ? undefined : types.data;

  useEffect(() => {
    const choice = settleSize(answer ?? [], size, cleared !== null);
    if (!answer || choice.keep) return;
    setValue('dumpsterType', choice.choose, { shouldDirty: true });
    setCleared(parseDumpsterType(choice.soldOut ?? ''));
  }, [answer, size, cleared, setValue]);

  const pickSize = (type: DumpsterType) => {
    setCleared(null);
    setValue('dumpsterType', type, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  /** A date that is picked for the size that was cleared brings the size back. */
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
