import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { type Dumpster, type DumpsterChanges, dumpsterChanges } from '#contract/inventory.ts';
import { parseDumpsterType } from '#domain/rental.ts';
import { dumpsterQuery, useUpdateDumpster } from '#web/api/inventory.ts';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { StaleNotice } from '#web/form/StaleNotice.tsx';
import { useEdit } from '#web/form/use-edit.ts';
import type { Opened } from '#web/form/use-opened.ts';
import { todayHere } from '#web/ui/dates/today.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { changesOf, FIELD_LABELS, valuesOf, valueWords } from './changes.ts';
import { DumpsterFields, type DumpsterValues } from './DumpsterFields.tsx';
import { switchedWords } from './words.ts';

const resolver = zodResolver(dumpsterChanges) as unknown as Resolver<
  DumpsterValues,
  unknown,
  DumpsterChanges
>;

type Props = { opened: Opened<Dumpster>; onClose: () => void };

export function EditDumpsterForm({ opened, onClose }: Props) {
  const update = useUpdateDumpster();
  const [isTypeChosen, setTypeChosen] = useState(false);
  const { form, base, dialog, notice } = useEdit({
    opened,
    queryOf: dumpsterQuery,
    valuesOf,
    changesOf: (unit: Dumpster, values: DumpsterValues) => changesOf(unit, values, isTypeChosen),
    resolver,
    update,
    save: (change) => update.mutateAsync({ ...change, today: todayHere() }),
    onSaved: ({ dumpster, staying }, { isAvailable }) => {
      const isSwitched = isAvailable !== undefined;
      const text = isSwitched ? switchedWords(dumpster, staying) : `${dumpster.dumpsterNumber} is saved.`;
      toast({ title: 'Dumpster Updated', text, look: 'plain' });
      onClose();
    },
    failed: 'Failed to update dumpster',
    labels: FIELD_LABELS,
    valueWords: (_, value) => valueWords(value),
  });
  const isUnknown = parseDumpsterType(base.dumpsterType) === null;
  return (
    <FormDialog
      title="Edit Dumpster"
      text={
        <p className="wrap-anywhere">
          <bdi>{base.dumpsterNumber}</bdi>. The type cannot change while it is promised to somebody.
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
      {notice && <StaleNotice kind="dumpster" {...notice} />}
    </FormDialog>
  );
}
