import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookingOptions } from '#contract/new-booking.ts';
import { type Day, formatDay, monthOf } from '#domain/shared/days.ts';
import { unavailableDatesQuery } from '#web/api/availability.ts';
import { type DayMark, DayPicker, DayPickerLegend } from '#web/kit/dates/DayPicker.tsx';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { FieldError } from '#web/kit/form/Field.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { HALF_DAY_OPTIONS } from '#web/office/bookings/jobs/window-options.ts';
import { chosenOffer, chosenRental, listOrderWarnings } from './order-values.ts';
import { RentalGrid } from './RentalGrid.tsx';
import type { Order } from './use-order.ts';

/** The day, the size and rental period, and the unit. */
export function OrderRentalCard({ order, onDayPicked }: { order: Order; onDayPicked: () => void }) {
  const { options } = order;
  return (
    <Card title="Rental">
      {options.data && <LoadedRental order={order} options={options.data} onDayPicked={onDayPicked} />}
      {!options.data && options.error && (
        <LoadFailure
          failed="The prices and free units could not be loaded."
          error={options.error}
          isFetching={options.isFetching}
          onRetry={() => void options.refetch()}
        />
      )}
      {options.isLoading && (
        <p role="status" className="py-24 text-center text-ink-soft">
          Loading prices and free units...
        </p>
      )}
    </Card>
  );
}

type Props = { order: Order; options: BookingOptions; onDayPicked: () => void };

function LoadedRental({ order, options, onDayPicked }: Props) {
  const { form, values } = order;
  const { errors } = form.formState;
  const rental = chosenRental(options, values);
  const offer = chosenOffer(options, values);
  return (
    <div className="grid gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
      <div>
        <OrderDays order={order} options={options} onDayPicked={onDayPicked} />
        <FieldError name="deliveryDate" error={errors.deliveryDate?.message} />
      </div>
      <div className="min-w-0 space-y-4">
        {rental && (
          <p>
            Delivery <strong>{formatDay(options.deliveryDate)}</strong>, last day{' '}
            <strong>{formatDay(rental.endDate)}</strong>
            {rental.pickupDay !== rental.endDate && `, pickup ${formatDay(rental.pickupDay)}`}
          </p>
        )}
        <SelectField
          {...form.register('deliveryWindow')}
          label="Time of delivery"
          hint="For exact times, open the booking afterwards: Delivery and Pickup, Time window."
          error={errors.deliveryWindow?.message}
          options={HALF_DAY_OPTIONS}
        />
        {options.materials.length > 1 && (
          <SelectField
            {...form.register('material')}
            label="Material"
            error={errors.material?.message}
            options={options.materials.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <div>
          <RentalGrid
            options={options}
            choice={values}
            onChoose={({ rentalType, dumpsterType }) => {
              form.setValue('rentalType', rentalType);
              form.setValue('dumpsterType', dumpsterType);
              form.setValue('dumpsterId', '');
              form.setValue('override', false);
              form.clearErrors(['dumpsterType', 'rentalType']);
            }}
          />
          <FieldError name="dumpsterType" error={(errors.dumpsterType ?? errors.rentalType)?.message} />
        </div>
        {offer?.free === 0 && (
          <Notice variant="danger" role="status">
            No unit of this size is free on these days. Choose another day, another size, or a unit of another
            size below.
          </Notice>
        )}
        <OrderWarnings order={order} />
        <SelectField
          {...form.register('dumpsterId')}
          label="Unit"
          error={errors.dumpsterId?.message}
          options={unitOptions(options, values.dumpsterType)}
        />
      </div>
    </div>
  );
}

function unitOptions({ units }: BookingOptions, size: string) {
  const first = units.find(({ dumpsterType }) => dumpsterType === size);
  const proposed = first ? `${first.dumpsterNumber} (proposed)` : 'None of this size is free';
  return [
    { value: '', label: proposed },
    ...units
      .filter((unit) => unit !== first)
      .map(({ id, dumpsterNumber, dumpsterType, sizeName }) => ({
        value: String(id),
        label: dumpsterType === size ? dumpsterNumber : `${dumpsterNumber} (${sizeName})`,
      })),
  ];
}

/** Names the rules that the order breaks; staff may break them. */
function OrderWarnings({ order: { form, values, options } }: { order: Order }) {
  const warnings = listOrderWarnings(options.data, values);
  if (warnings.length === 0) return null;
  return (
    <Notice variant="attention">
      <ul>
        {warnings.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <CheckboxField
        {...form.register('override', { onChange: () => form.clearErrors('override') })}
        label="Book anyway"
        error={form.formState.errors.override?.message}
      />
    </Notice>
  );
}

/** The customers' calendar, with the days that only staff may choose. */
function OrderDays({ order, options, onDayPicked }: Props) {
  const { form, values } = order;
  const { rentalType, dumpsterType, zip, placementType } = values;
  const [month, setMonth] = useState(() => monthOf(options.deliveryDate));
  const place = placementType === 'street' && zip ? { zip, placementType } : {};
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...unavailableDatesQuery({ rentalType, dumpsterType, month }, place),
    enabled: rentalType !== '' && dumpsterType !== '',
  });
  const marks = new Map<Day, DayMark>();
  for (const day of (!isPlaceholderData && data?.dates) || []) {
    const reason = data?.reasons?.[day];
    if (!reason) marks.set(day, { state: 'off', text: null });
    else if (reason === 'sold_out') marks.set(day, { state: 'taken', text: 'no unit free' });
    else marks.set(day, { state: 'staffOnly', text: REASONS[reason] });
  }
  const rental = chosenRental(options, values);
  const picked = values.deliveryDate || options.deliveryDate;
  return (
    <>
      <DayPicker
        label="Delivery day"
        takesFocus={false}
        today={options.today}
        firstDay={options.today}
        lastDay={options.lastDay}
        month={month}
        onMonth={setMonth}
        marks={marks}
        isLoading={isFetching}
        picked={picked}
        current={null}
        range={rental && picked === options.deliveryDate ? { from: picked, to: rental.endDate } : null}
        onPick={(day, isByKey) => {
          form.setValue('deliveryDate', day);
          form.setValue('dumpsterId', '');
          // Agreed to for the rules of another day.
          form.setValue('override', false);
          form.clearErrors(['deliveryDate', 'override']);
          if (isByKey) onDayPicked();
        }}
      />
      <DayPickerLegend marks={marks} hasCurrent={false} />
    </>
  );
}

const REASONS = { closed: 'closed', full: 'no truck left', too_soon: 'too soon for customers' } as const;
