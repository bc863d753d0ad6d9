import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { LIMITS } from '#contract/fields.ts';
import { type NewTruck, newTruck, type Truck, type TruckChanges, truckChanges } from '#contract/trucks.ts';
import { errorText } from '#web/api/call.ts';
import { truckQuery, useCreateTruck, useUpdateTruck, versionedSetupRow } from '#web/api/dispatch-setup.ts';
import { CheckboxField } from '#web/form/CheckboxField.tsx';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { toastErrorText } from '#web/form/failure.ts';
import { createSubmitHandler } from '#web/form/submit-handler.ts';
import { TextField } from '#web/form/TextField.tsx';
import { ConflictNotice } from '#web/form/versioned/ConflictNotice.tsx';
import { useVersionedForm } from '#web/form/versioned/use-versioned-form.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

type Values = { name: string; plate: string; capacity: number; isInService: boolean };

const ADD_FAILED = 'The truck could not be added';
const newResolver = zodResolver(newTruck) as unknown as Resolver<Values, unknown, NewTruck>;
const changeResolver = zodResolver(truckChanges) as unknown as Resolver<Values, unknown, TruckChanges>;

export function AddTruckDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateTruck();
  const form = useForm<Values, unknown, NewTruck>({
    resolver: newResolver,
    defaultValues: { name: '', plate: '', capacity: 1, isInService: true },
  });
  const submit = createSubmitHandler(form, {
    save: (values) => create.mutateAsync(values),
    onSaved: ({ name }) => {
      toast({ title: 'Truck added', text: `${name} can be planned.`, variant: 'plain' });
      onClose();
    },
    onFailed: (error) => toastErrorText(error, ADD_FAILED),
  });
  return (
    <FormDialog
      title="Add a truck"
      submitText="Add truck"
      pendingText="Adding..."
      isPending={create.isPending}
      isDirty={form.formState.isDirty}
      error={create.error && errorText(create.error, ADD_FAILED)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TruckFields form={form} />
    </FormDialog>
  );
}

export function EditTruckDialog({ truck, onClose }: { truck: Truck; onClose: () => void }) {
  const update = useUpdateTruck();
  const { form, base, dialog, notice } = useVersionedForm({
    loaded: versionedSetupRow(truck),
    queryOf: truckQuery,
    valuesOf,
    changesOf,
    resolver: changeResolver,
    update,
    save: (change) => update.mutateAsync(change),
    onSaved: ({ name }) => {
      toast({ title: 'Truck saved', text: `${name} is saved.`, variant: 'plain' });
      onClose();
    },
    failed: 'The truck could not be saved',
    labels: TRUCK_LABELS,
    valueText: truckValueText,
  });
  return (
    <FormDialog
      title={
        <>
          Edit <bdi>{base.name}</bdi>
        </>
      }
      submitText="Save changes"
      pendingText="Saving..."
      {...dialog}
      onClose={onClose}
    >
      <TruckFields form={form} />
      {notice && <ConflictNotice kind="truck" {...notice} />}
    </FormDialog>
  );
}

type FieldsProps = { form: Pick<UseFormReturn<Values>, 'register' | 'formState'> };

function TruckFields({ form: { register, formState } }: FieldsProps) {
  const { errors } = formState;
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
    </>
  );
}

function valuesOf({ name, plate, capacity, isInService }: Truck): Values {
  return { name, plate, capacity, isInService };
}

function changesOf(truck: Truck, values: Partial<Values>): Partial<Values> {
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== truck[field as keyof Values],
  );
  return Object.fromEntries(changed);
}

export const TRUCK_LABELS = {
  name: 'Name',
  plate: 'License plate',
  capacity: 'Dumpsters at once',
  isInService: 'In service',
} as const;

/** 'Carries 2 dumpsters at once'. */
export function carriesText(capacity: number): string {
  return capacity === 1 ? 'Carries 1 dumpster' : `Carries ${capacity} dumpsters at once`;
}

export function truckValueText(_field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value ?? '') || 'none';
}
