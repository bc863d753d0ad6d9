import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { offeredSizes, rentalOptionOf, sizeOf } from '#domain/catalog/entries.ts';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import type { Day } from '#domain/shared/days.ts';
import { formatUsdWhole } from '#domain/shared/money.ts';
import { dumpsterTypesQuery, type PlaceQuery, placeQueryOf, refreshCounts } from '#web/api/availability.ts';
import { FieldError, FormSection } from '#web/kit/form/Field.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { deliveryInput, materialIdOf } from '#web/public/booking/catalog/pending-booking.ts';
import { computeRentalOffer } from '#web/public/booking/catalog/rental-offer.ts';
import { Disclosure } from '#web/public/booking/Disclosure.tsx';
import { SizeCalendar } from '#web/public/booking/details/calendar/SizeCalendar.tsx';
import type { DroppedDay } from '#web/public/booking/extras/DayRefusals.tsx';
import { countWithOwnHolds, useHeldRentals } from '#web/public/booking/hold/held-rentals.ts';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { rentalDates } from '#web/public/rental/rental-text.ts';
import { MaterialField } from './MaterialField.tsx';
import { QuantityField } from './QuantityField.tsx';
import { SizeField } from './SizeField.tsx';
import { chooseSize, isOffered, listSizeRows } from './size-choice.ts';
import { LazyDroppedDay, LazyNextDateOffer } from './sold-out-parts.tsx';
import type { DetailsForm } from './use-details-form.ts';

type Props = { form: DetailsForm; rentalType: string };

/** A size that the page cleared: it sold out, or the material may not go into it. */
type Cleared = { size: string; reason: 'sold_out' | 'material' };

/** Material, size and date. The counts depend on the date, the free days on the size. */
export function RentalFields({ form, rentalType }: Props) {
  const choice = useSizeChoice(form, rentalType);
  const { size, date, place, material, types, cleared, dropped, soldOut } = choice;
  const { pickSize, pickDate, dropDay, pickMaterial, moveTo } = choice;
  const counted = types.isPlaceholderData ? undefined : types.data?.find(({ id }) => id === size);
  const free = counted && isOffered(counted) ? counted.count : null;
  const catalog = useCatalog();
  const option = rentalOptionOf(catalog, rentalType);
  const applySuggestion = (suggestedSize: string, suggestedMaterial: string) => {
    pickMaterial(suggestedMaterial);
    pickSize(suggestedSize);
  };
  return (
    <>
      <MaterialField rentalType={rentalType} material={material} onPick={pickMaterial} />
      <FormSection title="Choose a size">
        <SizeHelp form={form} rentalType={rentalType} onUse={applySuggestion} />
        <SizeField
          form={form}
          types={types}
          priceTextOf={(dumpsterType) => {
            const { isPriced, headline } = computeRentalOffer(catalog, option, { dumpsterType, material });
            return isPriced && headline.amount > 0 ? formatUsdWhole(headline.amount) : '';
          }}
          onPick={pickSize}
        />
        <div role="status" className="mt-4 empty:hidden">
          {cleared?.reason === 'sold_out' && (
            <SoldOutNotice
              size={cleared.size}
              rentalType={rentalType}
              date={date}
              place={place}
              onMove={moveTo}
            />
          )}
          {cleared?.reason === 'material' && !size && (
            <Notice variant="attention">
              The <strong>{sizeOf(catalog, cleared.size).name}</strong> is not offered for this material, so
              we cleared it. Choose another size.
            </Notice>
          )}
        </div>
        {soldOut.length > 0 && (
          <div className="mt-4 space-y-2">
            {soldOut.map(({ id }) => (
              <LazyNextDateOffer
                key={`${id} ${date}`}
                size={id}
                rentalType={rentalType}
                date={date}
                place={place}
                onMove={moveTo}
              />
            ))}
          </div>
        )}
      </FormSection>
      <FormSection title="Choose a delivery date">
        <div role="status" className="mb-4 empty:hidden">
          {dropped && !date && (
            <LazyDroppedDay
              dropped={dropped}
              rentalType={rentalType}
              size={size}
              place={place}
              onMove={moveTo}
            />
          )}
        </div>
        <DateField
          form={form}
          rentalType={rentalType}
          place={place}
          size={size || (cleared?.reason === 'sold_out' ? cleared.size : null)}
          onPick={pickDate}
          onDrop={dropDay}
        />
      </FormSection>
      {size && <QuantityField form={form} free={free} />}
    </>
  );
}

type SizeHelpProps = Props & { onUse: (size: string, material: string) => void };

const HelpMeChoose = lazyPart(() =>
  import('#web/public/booking/extras/HelpMeChoose.tsx').then((module) => module.HelpMeChoose),
);

/** Offered when the catalog has projects or items to start from. */
function SizeHelp({ form, rentalType, onUse }: SizeHelpProps) {
  const catalog = useCatalog();
  if (catalog.projectPresets.length === 0) return null;
  return (
    <div className="mb-4">
      <Disclosure title="Help me choose">
        {(close) => (
          <HelpMeChoose
            input={{ rentalOption: rentalType, ...deliveryInput(catalog, form.getValues()) }}
            onUse={(size, material) => {
              onUse(size, material);
              close();
            }}
          />
        )}
      </Disclosure>
    </div>
  );
}

/** The chosen material, size and date, and what choosing another one changes. */
function useSizeChoice(form: DetailsForm, rentalType: string) {
  const catalog = useCatalog();
  const [size, date, chosenMaterial, zip, placementType] = useWatch({
    control: form.control,
    name: ['dumpsterType', 'deliveryDate', 'material', 'zip', 'placementType'],
  });
  const place = placeQueryOf({ zip, placementType });
  const material = materialIdOf(catalog, rentalType, { material: chosenMaterial });
  const { days } = rentalOptionOf(catalog, rentalType);
  const holds = useHeldRentals();
  const types = useQuery({
    ...dumpsterTypesQuery(rentalType, date, place),
    select: (counted) =>
      listSizeRows(
        catalog,
        { rentalType, material },
        countWithOwnHolds(counted, { days, deliveryDate: date }, holds),
      ),
  });
  const [cleared, setCleared] = useState<Cleared | null>(null);
  const [dropped, setDropped] = useState<DroppedDay | null>(null);
  const { setValue } = form;
  const answer = types.isPlaceholderData ? undefined : types.data;

  useMissingCounts(answer, offeredSizes(catalog, { rentalOption: rentalType }).length);

  const dropDay = useCallback(
    (day: Day, reason: CalendarRefusal | null = null) => {
      setDropped({ day, reason });
      setValue('deliveryDate', '', { shouldDirty: true });
    },
    [setValue],
  );

  useEffect(() => {
    // Every size counts 0 on a day that the calendar refuses: the day is cleared, not the size.
    const refused = answer?.some(isOffered) ? undefined : answer?.find(({ reason }) => reason);
    if (date && refused?.reason) return dropDay(date, refused.reason);
    const choice = chooseSize(answer ?? [], size, cleared !== null);
    if (!answer || choice.keep) return;
    setValue('dumpsterType', choice.choose, { shouldDirty: true });
    setCleared(choice.soldOut ? { size: choice.soldOut, reason: 'sold_out' } : null);
  }, [answer, size, date, cleared, setValue, dropDay]);

  const pickSize = (type: string) => {
    setCleared(null);
    setValue('dumpsterType', type, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  /** Picking an offered date of a sold-out size selects that size again. */
  const pickDate = (day: string) => {
    if (cleared?.reason === 'sold_out' && !size && day) pickSize(cleared.size);
    setValue('deliveryDate', day, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const pickMaterial = (id: string) => {
    setValue('material', id, { shouldDirty: true });
    const mayHold = offeredSizes(catalog, { rentalOption: rentalType, material: id });
    if (!size || mayHold.some((each) => each.id === size)) return;
    setCleared({ size, reason: 'material' });
    setValue('dumpsterType', '', { shouldDirty: true });
  };
  const moveTo = (type: string, day: string) => {
    pickDate(day);
    pickSize(type);
  };
  const soldOut = date
    ? (answer ?? []).filter((type) => !isOffered(type) && !type.refusal && type.id !== cleared?.size)
    : [];
  return {
    size,
    date,
    place,
    material,
    types,
    cleared,
    dropped,
    soldOut,
    pickSize,
    pickDate,
    dropDay,
    pickMaterial,
    moveTo,
  };
}

/** The browser can have counts from before a size was published or got its first unit: then asks once more. */
function useMissingCounts(answer: readonly unknown[] | undefined, sizes: number) {
  const client = useQueryClient();
  const isAsked = useRef(false);
  useEffect(() => {
    if (!answer || answer.length >= sizes || isAsked.current) return;
    isAsked.current = true;
    void refreshCounts(client);
  }, [answer, sizes, client]);
}

type SoldOutNoticeProps = {
  size: string;
  rentalType: string;
  date: string;
  place: PlaceQuery;
  onMove: (size: string, day: string) => void;
};

/** Shown when the chosen size sold out. Offers its nearest free days. */
function SoldOutNotice({ size, rentalType, date, place, onMove }: SoldOutNoticeProps) {
  const catalog = useCatalog();
  const days = date ? ` for ${rentalDates(rentalOptionOf(catalog, rentalType), date)}` : '';
  return (
    <Notice variant="attention">
      <p>
        The <strong>{sizeOf(catalog, size).name}</strong> is no longer available{days}, so we cleared it.
        Choose another size or another date.
      </p>
      <div className="mt-2">
        <LazyNextDateOffer
          rentalType={rentalType}
          size={size}
          date={date}
          place={place}
          onMove={onMove}
          isChosenSize
        />
      </div>
    </Notice>
  );
}

type DateFieldProps = {
  form: DetailsForm;
  rentalType: string;
  /** The size whose free days are shown. */
  size: string | null;
  place: PlaceQuery;
  onPick: (day: Day) => void;
  onDrop: (day: Day, reason?: CalendarRefusal) => void;
};

function DateField({ form, rentalType, size, place, onPick, onDrop }: DateFieldProps) {
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
            place={place}
            date={field.value}
            describedBy={fieldState.error && 'deliveryDate-error'}
            onPick={onPick}
            onDrop={onDrop}
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
