import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { type Dumpster, type DumpsterChanges, dumpsterChanges } from '#contract/inventory.ts';
import { catalogNamesQuery } from '#web/api/catalog.ts';
import { dumpsterQuery, useUpdateDumpster } from '#web/api/inventory.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import type { Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { useVersionedForm } from '#web/kit/form/versioned/use-versioned-form.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { DumpsterFields, type DumpsterValues, type SizeOptions, sizeOptions } from './DumpsterFields.tsx';
import { switchedWords } from './words.ts';

type Props = { unit: Dumpster; onClose: () => void; onMove: ((unit: Dumpster) => void) | null };

export function EditDumpsterDialog({ unit, onClose, onMove }: Props) {
  return (
    <LoadingDialog
      query={dumpsterQuery(unit.id)}
      title={`Edit ${unit.dumpsterNumber}`}
      subject="This dumpster"
      onClose={onClose}
    >
      {(loaded) => (
        <LoadingDialog
          query={catalogNamesQuery()}
          title={`Edit ${unit.dumpsterNumber}`}
          subject="The list of sizes"
          onClose={onClose}
        >
          {({ dumpsterSizes }) => (
            <EditDumpsterForm
              loaded={loaded}
              sizes={sizeOptions(dumpsterSizes, loaded.value.sizeId)}
              onClose={onClose}
              onMove={onMove}
            />
          )}
        </LoadingDialog>
      )}
    </LoadingDialog>
  );
}

const resolver = zodResolver(dumpsterChanges) as unknown as Resolver<
  DumpsterValues,
  unknown,
  DumpsterChanges
>;

type EditDumpsterFormProps = Omit<Props, 'unit'> & { loaded: Versioned<Dumpster>; sizes: SizeOptions };

function EditDumpsterForm({ loaded, sizes, onClose, onMove }: EditDumpsterFormProps) {
  const update = useUpdateDumpster();
  const [isTypeChosen, setTypeChosen] = useState(false);
  const { form, base, dialog, notice } = useVersionedForm({
    loaded,
    queryOf: dumpsterQuery,
    valuesOf: (unit: Dumpster) => valuesOf(unit, sizes),
    changesOf: (unit: Dumpster, values: DumpsterValues) =>
      computeUnitChanges(unit, values, { sizes, isTypeChosen }),
    resolver,
    update,
    save: (change) => update.mutateAsync({ ...change, today: todayHere() }),
    onSaved: ({ dumpster, staying }, { isAvailable }) => {
      const isSwitched = isAvailable !== undefined;
      const text = isSwitched ? switchedWords(dumpster, staying) : `${dumpster.dumpsterNumber} is saved.`;
      toast({ title: 'Dumpster Updated', text, variant: 'plain' });
      if (onMove && staying && staying.length > 0) onMove(dumpster);
      else onClose();
    },
    failed: 'Failed to update dumpster',
    labels: FIELD_LABELS,
    valueText: (_, value) => valueText(value, sizes),
  });
  const isUnknown = !hasSize(sizes, base);
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
        sizes={sizes}
        onType={() => setTypeChosen(true)}
        {...(isUnknown && { typeHint: `It is '${base.dumpsterType}' now, and stays so unless you choose.` })}
      />
      {notice && <ConflictNotice kind="dumpster" {...notice} />}
    </FormDialog>
  );
}

/** A unit as its form shows it. A size that this page does not know is shown as the first one. */
function valuesOf(unit: Dumpster, sizes: SizeOptions): DumpsterValues {
  const { dumpsterNumber, sizeId, isAvailable, notes } = unit;
  const dumpsterType = hasSize(sizes, unit) ? sizeId : (sizes[0]?.value ?? '');
  return { dumpsterNumber, dumpsterType, isAvailable, notes: notes ?? '' };
}

function hasSize(sizes: SizeOptions, { sizeId }: Dumpster): boolean {
  return sizes.some(({ value }) => value === sizeId);
}

/** The fields that the form changes; a size that was only shown is never sent. */
function computeUnitChanges(
  unit: Dumpster,
  values: Partial<DumpsterValues>,
  { sizes, isTypeChosen }: { sizes: SizeOptions; isTypeChosen: boolean },
): Partial<DumpsterValues> {
  const before = valuesOf(unit, sizes);
  const isUnknown = !hasSize(sizes, unit);
  const changed = Object.entries(values).filter(([field, value]) => {
    if (field === 'dumpsterType' && isUnknown) return isTypeChosen;
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
function valueText(value: unknown, sizes: SizeOptions): string {
  if (typeof value === 'boolean') return value ? 'In service' : 'Out of service';
  if (value === null || value === undefined || value === '') return 'none';
  const text = String(value);
  return sizes.find((size) => size.value === text)?.label ?? text;
}
