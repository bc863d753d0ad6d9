import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, useForm } from 'react-hook-form';
import { type NewDumpster, newDumpster } from '#contract/inventory.ts';
import { errorText } from '#web/api/call.ts';
import { catalogNamesQuery } from '#web/api/catalog.ts';
import { useCreateDumpster } from '#web/api/inventory.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { DumpsterFields, type DumpsterValues, type SizeOptions, sizeOptions } from './DumpsterFields.tsx';

const FAILURE_TEXT = 'Failed to add dumpster';
const resolver = zodResolver(newDumpster) as unknown as Resolver<DumpsterValues, unknown, NewDumpster>;

export function AddDumpsterDialog({ onClose }: { onClose: () => void }) {
  return (
    <LoadingDialog
      query={catalogNamesQuery()}
      title="Add Dumpster"
      subject="The list of sizes"
      onClose={onClose}
    >
      {({ dumpsterSizes }) => <AddDumpsterForm sizes={sizeOptions(dumpsterSizes)} onClose={onClose} />}
    </LoadingDialog>
  );
}

function AddDumpsterForm({ sizes, onClose }: { sizes: SizeOptions; onClose: () => void }) {
  const create = useCreateDumpster();
  const form = useForm<DumpsterValues, unknown, NewDumpster>({
    resolver,
    defaultValues: { dumpsterNumber: '', dumpsterType: sizes[0]?.value ?? '', isAvailable: true, notes: '' },
  });
  const submit = createSubmitHandler(form, {
    save: (values) => create.mutateAsync(values),
    onSaved: ({ dumpsterNumber, dumpsterType }) => {
      toast({ title: 'Dumpster Added', text: `${dumpsterNumber}, ${dumpsterType}.`, variant: 'plain' });
      onClose();
    },
    onFailed: (error) => toastErrorText(error, FAILURE_TEXT),
  });
  return (
    <FormDialog
      title="Add Dumpster"
      submitText="Add Dumpster"
      pendingText="Adding..."
      isPending={create.isPending}
      isDirty={form.formState.isDirty}
      error={create.error && errorText(create.error, FAILURE_TEXT)}
      onSubmit={submit}
      onClose={onClose}
    >
      <DumpsterFields form={form} sizes={sizes} />
    </FormDialog>
  );
}
