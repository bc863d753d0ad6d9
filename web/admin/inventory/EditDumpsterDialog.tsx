import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { type Dumpster, type DumpsterChanges, dumpsterChanges } from '#contract/inventory.ts';
import { DUMPSTER_SIZES, parseDumpsterType } from '#domain/rental.ts';
import { dumpsterQuery, useUpdateDumpster } from '#web/api/inventory.ts';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { LoadingDialog } from '#web/form/dialog/LoadingDialog.tsx';
import { ConflictNotice } from '#web/form/versioned/ConflictNotice.tsx';
import { useVersionedForm } from '#web/form/versioned/use-versioned-form.ts';
import type { Versioned } from '#web/form/versioned/use-versioned-save.ts';
import { todayHere } from '#web/ui/dates/moment.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { DumpsterFields, type DumpsterValues } from './DumpsterFields.tsx';
import { switchedWords } from './words.ts';

type Props = { unit: Dumpster; onClose: () => void };

export function EditDumpsterDialog({ unit, onClose }: Props) {
  return (
    <LoadingDialog
      query={dumpsterQuery(unit.id)}
      kind="dumpster"
      name={unit.dumpsterNumber}
      onClose={onClose}
    >
      {(loaded) => <EditDumpsterForm loaded={loaded} onClose={onClose} />}
    </LoadingDialog>
  );
}

const resolver = zodResolver(dumpsterChanges) as unknown as Resolver<
  DumpsterValues,
  unknown,
  DumpsterChanges
>;

type EditDumpsterFormProps = { loaded: Versioned<Dumpster>; onClose: () => void };

function EditDumpsterForm({ loaded, onClose }: EditDumpsterFormProps) {
  const update = useUpdateDumpster();
  const [isTypeChosen, setTypeChosen] = useState(false);
  const { form, base, dialog, notice } = useVersionedForm({
    loaded,
    queryOf: dumpsterQuery,
    valuesOf,
    changesOf: (unit: Dumpster, values: DumpsterValues) => changesOf(unit, values, isTypeChosen),
    resolver,
    update,
    save: (change) => update.mutateAsync({ ...change, today: todayHere() }),
    onSaved: ({ dumpster, staying }, { isAvailable }) => {
      const isSwitched = isAvailable !== undefined;
      const text = isSwitched ? switchedWords(dumpster, staying) : `${dumpster.dumpsterNumber} is saved.`;
      toast({ title: 'Dumpster Updated', text, variant: 'plain' });
      onClose();
    },
    failed: 'Failed to update dumpster',
    labels: FIELD_LABELS,
    valueText: (_, value) => valueText(value),
  });
  const isUnknown = parseDumpsterType(base.dumpsterType) === null;
  return (
    <FormDialog
      title="Edit Dumpster"
      text={
        <p className="wrap-anywhere">
          <bdi>{base.dumpsterNumber}</bdi>. The type cannot change while it is reserved.
        </p>
      }
      submitText="Save changes"
      pendingText="Saving..."
      {...dialog}
      onClose={onClose}
    >
      <DumpsterFields
        form={form}
        onType={() => setTypeChosen(true)}
        {...(isUnknown && { typeHint: `It is '${base.dumpsterType}' now, and stays so unless you choose.` })}
      />
      {notice && <ConflictNotice kind="dumpster" {...notice} />}
    </FormDialog>
  );
}

/** A unit as its form shows it. A size that this page does not know is shown as the first one (SPEC 5). */
function valuesOf({ dumpsterNumber, dumpsterType, isAvailable, notes }: Dumpster): DumpsterValues {
  return {
    dumpsterNumber,
    dumpsterType: parseDumpsterType(dumpsterType) ?? DUMPSTER_SIZES[0].id,
    isAvailable,
    notes: notes ?? '',
  };
}

/** The fields that the form changes; a size that was only shown is never sent. */
function changesOf(
  unit: Dumpster,
  values: Partial<DumpsterValues>,
  isTypeTouched: boolean,
): Partial<DumpsterValues> {
  const before = valuesOf(unit);
  const isUnknown = parseDumpsterType(unit.dumpsterType) === null;
  const changed = Object.entries(values).filter(([field, value]) => {
    if (field === 'dumpsterType' && isUnknown) return isTypeTouched;
    return value !== undefined && value !== before[field as keyof DumpsterValues];
  });
  return Object.fromEntries(changed);
}

const FIELD_LABELS = {
  dumpsterNumber: 'Dumpster number',
  dumpsterType: 'Dumpster type',
  isAvailable: 'Status',
  notes: 'Notes',
} as const;

/** The value of a field as text. */
function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'In service' : 'Out of service';
  if (value === null || value === undefined || value === '') return 'none';
  const text = String(value);
  return DUMPSTER_SIZES.find(({ id }) => id === text)?.name ?? text;
}
