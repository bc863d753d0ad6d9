import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, type UseFormReturn, useWatch } from 'react-hook-form';
import { LIMITS } from '#contract/fields.ts';
import { type NewTruck, newTruck, type Truck, type TruckChanges, truckChanges } from '#contract/trucks.ts';
import { type Day, formatWeekday } from '#domain/shared/days.ts';
import { truckQuery, useCreateTruck, useUpdateTruck } from '#web/api/dispatch-setup.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { AddSetupDialog, EditSetupDialog } from './SetupDialogs.tsx';
import { splitItemLines } from './times-values.ts';

type Values = {
  name: string;
  plate: string;
  capacity: number;
  isInService: boolean;
  inspectionItems: string;
};

/** The items are one a line in the form, and a list in the call. */
function withItems<Result>(resolver: Resolver<never, unknown, Result>): Resolver<Values, unknown, Result> {
  return (({ inspectionItems, ...values }: Values, ...rest: [unknown, never]) =>
    (resolver as unknown as (...given: unknown[]) => unknown)(
      {
        ...values,
        ...(inspectionItems !== undefined && { inspectionItems: splitItemLines(inspectionItems) }),
      },
      ...rest,
    )) as unknown as Resolver<Values, unknown, Result>;
}

const newResolver = withItems<NewTruck>(zodResolver(newTruck) as never);
const changeResolver = withItems<TruckChanges>(zodResolver(truckChanges) as never);

export function AddTruckDialog({ onClose }: { onClose: () => void }) {
  return (
    <AddSetupDialog<Values, NewTruck, Truck>
      noun="truck"
      kindName="truck"
      resolver={newResolver}
      defaultValues={{ name: '', plate: '', capacity: 1, isInService: true, inspectionItems: '' }}
      create={useCreateTruck()}
      savedText={(name) => `${name} can be planned.`}
      fields={(form) => <TruckFields form={form} />}
      onClose={onClose}
    />
  );
}

export function EditTruckDialog({ truck, onClose }: { truck: Truck; onClose: () => void }) {
  return (
    <EditSetupDialog
      noun="truck"
      row={truck}
      queryOf={truckQuery}
      valuesOf={valuesOf}
      changesOf={computeTruckChanges}
      resolver={changeResolver}
      update={useUpdateTruck()}
      labels={TRUCK_LABELS}
      valueText={truckValueText}
      fields={(form) => <TruckFields form={form} routeDays={truck.routeDays} />}
      onClose={onClose}
    />
  );
}

const LIST = new Intl.ListFormat('en-US');

type FieldsProps = {
  form: Pick<UseFormReturn<Values>, 'register' | 'control' | 'formState'>;
  routeDays?: readonly Day[];
};

function TruckFields({ form: { register, control, formState }, routeDays = [] }: FieldsProps) {
  const { errors } = formState;
  const isInService = useWatch({ control, name: 'isInService' });
  return (
    <>
      <TextField
        {...register('name')}
        label={TRUCK_LABELS.name}
        autoComplete="off"
        maxLength={LIMITS.name + 20}
        hint="What you call it, for example Truck 1."
        error={errors.name?.message}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...register('plate')}
          label={`${TRUCK_LABELS.plate} (optional)`}
          autoComplete="off"
          error={errors.plate?.message}
        />
        <TextField
          {...register('capacity', { valueAsNumber: true })}
          type="number"
          min={1}
          max={9}
          label={TRUCK_LABELS.capacity}
          hint="1 for most trucks."
          error={errors.capacity?.message}
        />
      </div>
      <CheckboxField
        {...register('isInService')}
        id="isInService"
        label={TRUCK_LABELS.isInService}
        hint="Only trucks in service get new routes."
        error={errors.isInService?.message}
      />
      {!isInService && routeDays.length > 0 && (
        <p role="status" className="text-sm">
          The truck keeps its routes of {LIST.format(routeDays.map(formatWeekday))}. Give them another truck
          on the board, or use <b>Out from...</b> in the menu of a route.
        </p>
      )}
      <TextAreaField
        {...register('inspectionItems')}
        label={TRUCK_LABELS.inspectionItems}
        hint="Besides those of all trucks, one a line. For example a crane."
        rows={3}
        error={errors.inspectionItems?.message}
      />
    </>
  );
}

function valuesOf({ name, plate, capacity, isInService, inspectionItems }: Truck): Values {
  return { name, plate, capacity, isInService, inspectionItems: inspectionItems.join('\n') };
}

function computeTruckChanges(truck: Truck, values: Partial<Values>): Partial<Values> {
  const before = valuesOf(truck);
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof Values],
  );
  return Object.fromEntries(changed);
}

export const TRUCK_LABELS = {
  name: 'Name',
  plate: 'License plate',
  capacity: 'Units at once',
  isInService: 'In service',
  inspectionItems: 'Items of the inspection',
} as const;

/** 'Carries 2 dumpsters at once'. */
export function carriesText(capacity: number): string {
  return capacity === 1 ? 'Carries 1 unit' : `Carries ${capacity} units at once`;
}

export function truckValueText(_field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return String(value ?? '').replaceAll('\n', ', ') || 'none';
}
