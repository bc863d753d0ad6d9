import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { type Dumpster, type DumpsterChanges, dumpsterChanges } from '#contract/inventory.ts';
import { parseDumpsterType } from '#domain/rental.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { dumpsterQuery, useUpdateDumpster } from '#web/api/inventory.ts';
import { staleOf } from '#web/api/stale.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { StaleNotice } from '#web/form/StaleNotice.tsx';
import { saving } from '#web/form/saving.ts';
import { type Opened, takeValues, useOpened } from '#web/form/use-opened.ts';
import { toast } from '#web/ui/toast-store.ts';
import { todayHere } from '#web/ui/today.ts';
import { changesOf, FIELD_LABELS, isUnitField, valuesOf, valueWords } from './changes.ts';
import { DumpsterFields, type DumpsterValues } from './DumpsterFields.tsx';
import { switchedWords } from './words.ts';

const FAILED = 'Failed to update dumpster';

type Props = { opened: Opened<Dumpster>; onClose: () => void };

/** Sends what was changed here, so that it undoes nothing else, and only to the version that was opened. */
export function EditDumpsterForm({ opened, onClose }: Props) {
  const update = useUpdateDumpster();
  const { base, etag, newer, isLoading, look, rebase } = useOpened(opened, ({ id }) => dumpsterQuery(id));
  const [isTypeChosen, setTypeChosen] = useState(false);
  const changesIn = (values: DumpsterValues) => changesOf(base, values, isTypeChosen);
  const form = useForm<DumpsterValues, unknown, DumpsterChanges>({
    resolver: (values, context, options) =>
      changedOnly(changesIn(values) as DumpsterValues, context, options),
    defaultValues: valuesOf(opened.value),
  });
  const save = (under: string | null) =>
    saving(form, {
      save: (changes) => update.mutateAsync({ id: base.id, changes, etag: under, today: todayHere() }),
      onSaved: ({ dumpster, staying }, { isAvailable }) => {
        const isSwitched = isAvailable !== undefined;
        const text = isSwitched ? switchedWords(dumpster, staying) : `${dumpster.dumpsterNumber} is saved.`;
        toast({ title: 'Dumpster Updated', text, look: 'plain' });
        onClose();
      },
      onFailed: (error) => {
        if (staleOf(error)) void look();
        else toast({ title: 'Error', text: failureWords(error, FAILED), look: 'destructive' });
      },
    });
  const stale = staleOf(update.error);

  const takeTheirs = async () => {
    const theirs = newer ?? (await look());
    if (!theirs) return;
    const values = { before: valuesOf(base), fresh: valuesOf(theirs.value), theirs: stale?.changed ?? [] };
    takeValues(form, values);
    rebase(theirs);
    update.reset();
  };
  const saveOver = async () => {
    const theirs = newer ?? (await look());
    if (theirs) await save(theirs.etag)();
  };
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
      isPending={update.isPending}
      isDirty={form.formState.isDirty}
      error={update.error && !stale ? failureWords(update.error, FAILED) : null}
      onSubmit={save(etag)}
      onClose={onClose}
    >
      <DumpsterFields
        form={form}
        onType={() => setTypeChosen(true)}
        {...(isUnknown && { typeHint: `It is '${base.dumpsterType}' now, and stays so unless you choose.` })}
      />
      {stale && (
        <StaleNotice
          stale={stale}
          isLoading={isLoading}
          fieldWords={(field) => wordsOf(field, { newer, mine: changesIn(form.getValues()) })}
          onTakeTheirs={() => void takeTheirs()}
          onSaveOver={() => void saveOver()}
        />
      )}
    </FormDialog>
  );
}

const changedOnly = zodResolver(dumpsterChanges) as unknown as Resolver<
  DumpsterValues,
  unknown,
  DumpsterChanges
>;

type Compared = { newer: Opened<Dumpster> | null; mine: Partial<DumpsterValues> };

function wordsOf(field: string, { newer, mine }: Compared) {
  if (!isUnitField(field)) return { label: field, theirs: 'changed', yours: null };
  const theirs = newer ? valueWords(newer.value[field]) : 'changed';
  return { label: FIELD_LABELS[field], theirs, yours: field in mine ? valueWords(mine[field]) : null };
}
