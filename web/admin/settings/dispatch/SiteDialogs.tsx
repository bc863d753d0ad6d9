import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { LIMITS } from '#contract/fields.ts';
import type { DispatchSite, NewSite } from '#contract/sites.ts';
import { errorText } from '#web/api/call.ts';
import { siteQuery, useCreateSite, useUpdateSite, versionedSetupRow } from '#web/api/dispatch-setup.ts';
import { CheckboxField } from '#web/form/CheckboxField.tsx';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { FieldError } from '#web/form/Field.tsx';
import { toastErrorText } from '#web/form/failure.ts';
import { createSubmitHandler } from '#web/form/submit-handler.ts';
import { TextAreaField, TextField } from '#web/form/TextField.tsx';
import { ConflictNotice } from '#web/form/versioned/ConflictNotice.tsx';
import { useVersionedForm } from '#web/form/versioned/use-versioned-form.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { HoursFields } from './HoursFields.tsx';
import {
  EMPTY_SITE,
  newSiteResolver,
  SITE_LABELS,
  type SiteValues,
  siteChangeResolver,
  siteChangesOf,
  siteValuesOf,
  siteValueText,
} from './site-values.ts';

export const KIND_NAMES = { yard: 'yard', disposal: 'disposal site' } as const;
type Kind = DispatchSite['kind'];

const ADD_FAILED = 'The site could not be added';

export function AddSiteDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const create = useCreateSite();
  const form = useForm<SiteValues, unknown, NewSite>({
    resolver: newSiteResolver(kind),
    defaultValues: EMPTY_SITE,
  });
  const submit = createSubmitHandler(form, {
    save: (values) => create.mutateAsync(values),
    onSaved: ({ name }) => {
      toast({ title: 'Site added', text: `${name} is added.`, variant: 'plain' });
      onClose();
    },
    onFailed: (error) => toastErrorText(error, ADD_FAILED),
  });
  return (
    <FormDialog
      title={`Add a ${KIND_NAMES[kind]}`}
      submitText={`Add ${KIND_NAMES[kind]}`}
      pendingText="Adding..."
      isPending={create.isPending}
      isDirty={form.formState.isDirty}
      error={create.error && errorText(create.error, ADD_FAILED)}
      onSubmit={submit}
      onClose={onClose}
    >
      <SiteFields kind={kind} form={form as unknown as UseFormReturn<SiteValues>} />
    </FormDialog>
  );
}

export function EditSiteDialog({ site, onClose }: { site: DispatchSite; onClose: () => void }) {
  const update = useUpdateSite();
  const { form, base, dialog, notice } = useVersionedForm({
    loaded: versionedSetupRow(site),
    queryOf: siteQuery,
    valuesOf: siteValuesOf,
    changesOf: siteChangesOf,
    resolver: siteChangeResolver,
    update,
    save: (change) => update.mutateAsync(change),
    onSaved: ({ name }) => {
      toast({ title: 'Site saved', text: `${name} is saved.`, variant: 'plain' });
      onClose();
    },
    failed: 'The site could not be saved',
    labels: SITE_LABELS,
    valueText: siteValueText,
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
      <SiteFields kind={base.kind} form={form as unknown as UseFormReturn<SiteValues>} />
      {notice && <ConflictNotice kind="site" {...notice} />}
    </FormDialog>
  );
}

type FieldsProps = { kind: Kind; form: UseFormReturn<SiteValues> };

function SiteFields({ kind, form }: FieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const isAlways = useWatch({ control, name: 'hours.isAlways' });
  return (
    <>
      <TextField
        {...register('name')}
        label={SITE_LABELS.name}
        autoComplete="off"
        maxLength={LIMITS.name + 20}
        error={errors.name?.message}
      />
      <TextField
        {...register('address')}
        label={`${SITE_LABELS.address} (optional)`}
        autoComplete="off"
        hint={kind === 'yard' ? 'Where routes start and end.' : 'Drivers open it in their maps app.'}
        error={errors.address?.message}
      />
      <div className="grid grid-cols-2 gap-4">
        {(['lat', 'lng'] as const).map((field) => (
          <TextField
            key={field}
            {...register(field)}
            label={`${SITE_LABELS[field]} (optional)`}
            inputMode="text"
            autoComplete="off"
            error={errors[field]?.message}
          />
        ))}
      </div>
      <p className="text-ink-soft text-sm">
        With latitude and longitude, for example 42.6526 and -73.7562, driving times to this site are exact.
      </p>
      {kind === 'disposal' && (
        <TextAreaField
          {...register('acceptedWaste')}
          label={SITE_LABELS.acceptedWaste}
          dir="auto"
          hint="One in a line, for example Roofing. Empty: everything."
          error={errors.acceptedWaste?.message}
        />
      )}
      <fieldset className="min-w-0">
        <legend className="font-semibold text-sm">{SITE_LABELS.hours}</legend>
        <CheckboxField
          {...register('hours.isAlways')}
          id="hours.isAlways"
          label="Always open"
          error={undefined}
        />
        {!isAlways && <HoursFields form={form} />}
        <FieldError name="hours" error={errors.hours?.root?.message ?? errors.hours?.message} />
      </fieldset>
    </>
  );
}
