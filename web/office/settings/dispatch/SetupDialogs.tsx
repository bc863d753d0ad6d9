import type { ReactNode } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { errorText } from '#web/api/call.ts';
import { versionedSetupRow } from '#web/api/dispatch-setup.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { useVersionedForm } from '#web/kit/form/versioned/use-versioned-form.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

type Noun = 'truck' | 'site';
type Named = { name: string };
type Shared<Values extends FieldValues> = {
  fields: (form: UseFormReturn<Values>) => ReactNode;
  onClose: () => void;
};

type AddProps<Values extends FieldValues, NewRow, Row extends Named> = Shared<Values> & {
  noun: Noun;
  /** What is added, more exactly: 'disposal site'. */
  kindName: string;
  resolver: Resolver<Values, unknown, NewRow>;
  defaultValues: DefaultValues<Values>;
  create: { mutateAsync: (values: NewRow) => Promise<Row>; isPending: boolean; error: Error | null };
  savedText: (name: string) => string;
};

/** Adds a truck or a site. */
export function AddSetupDialog<Values extends FieldValues, NewRow, Row extends Named>(
  props: AddProps<Values, NewRow, Row>,
) {
  const { noun, kindName, resolver, defaultValues, create, savedText, fields, onClose } = props;
  const failed = `The ${noun} could not be added`;
  const form = useForm<Values, unknown, NewRow>({ resolver, defaultValues });
  const submit = createSubmitHandler(form, {
    save: (values) => create.mutateAsync(values),
    onSaved: ({ name }) => {
      toast({ title: `${titleOf(noun)} added`, text: savedText(name), variant: 'plain' });
      onClose();
    },
    onFailed: (error) => toastErrorText(error, failed),
  });
  return (
    <FormDialog
      title={`Add a ${kindName}`}
      submitText={`Add ${kindName}`}
      pendingText="Adding..."
      isPending={create.isPending}
      isDirty={form.formState.isDirty}
      error={create.error && errorText(create.error, failed)}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields(form as unknown as UseFormReturn<Values>)}
    </FormDialog>
  );
}

type Row = Named & { id: number; version: number };
type VersionedForm<T extends { id: number }, Values extends FieldValues, Changes> = Parameters<
  typeof useVersionedForm<T, Values, Changes, Named>
>[0];
type EditProps<T extends Row, Values extends FieldValues, Changes> = Shared<Values> &
  Pick<
    VersionedForm<T, Values, Changes>,
    'queryOf' | 'valuesOf' | 'changesOf' | 'resolver' | 'labels' | 'valueText'
  > & {
    noun: Noun;
    row: T;
    update: VersionedForm<T, Values, Changes>['update'] & {
      mutateAsync: VersionedForm<T, Values, Changes>['save'];
    };
  };

/** Changes a truck or a site under the version that was loaded. */
export function EditSetupDialog<T extends Row, Values extends FieldValues, Changes>({
  noun,
  row,
  fields,
  onClose,
  ...options
}: EditProps<T, Values, Changes>) {
  const { form, base, dialog, notice } = useVersionedForm<T, Values, Changes, Named>({
    ...options,
    loaded: versionedSetupRow(row),
    save: (change) => options.update.mutateAsync(change),
    onSaved: ({ name }) => {
      toast({ title: `${titleOf(noun)} saved`, text: `${name} is saved.`, variant: 'plain' });
      onClose();
    },
    failed: `The ${noun} could not be saved`,
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
      {fields(form as unknown as UseFormReturn<Values>)}
      {notice && <ConflictNotice kind={noun} {...notice} />}
    </FormDialog>
  );
}

const titleOf = (noun: Noun) => (noun === 'truck' ? 'Truck' : 'Site');
