import { type UseFormReturn, useWatch } from 'react-hook-form';
import { LIMITS } from '#contract/fields.ts';
import type { DispatchSite, NewSite } from '#contract/sites.ts';
import { siteQuery, useCreateSite, useUpdateSite } from '#web/api/dispatch-setup.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { FieldError } from '#web/kit/form/Field.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { DayHoursFields } from './DayHoursFields.tsx';
import { HoursFields } from './HoursFields.tsx';
import { AddSetupDialog, EditSetupDialog } from './SetupDialogs.tsx';
import {
  computeSiteChanges,
  EMPTY_SITE,
  newSiteResolver,
  SITE_LABELS,
  type SiteValues,
  siteChangeResolver,
  siteValuesOf,
  siteValueText,
} from './site-values.ts';

export const KIND_NAMES = { yard: 'yard', disposal: 'disposal site' } as const;
type Kind = DispatchSite['kind'];

export function AddSiteDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  return (
    <AddSetupDialog<SiteValues, NewSite, DispatchSite>
      noun="site"
      kindName={KIND_NAMES[kind]}
      resolver={newSiteResolver(kind)}
      defaultValues={EMPTY_SITE}
      create={useCreateSite()}
      savedText={(name) => `${name} is added.`}
      fields={(form) => <SiteFields kind={kind} form={form} />}
      onClose={onClose}
    />
  );
}

export function EditSiteDialog({ site, onClose }: { site: DispatchSite; onClose: () => void }) {
  return (
    <EditSetupDialog
      noun="site"
      row={site}
      queryOf={siteQuery}
      valuesOf={siteValuesOf}
      changesOf={computeSiteChanges}
      resolver={siteChangeResolver}
      update={useUpdateSite()}
      labels={SITE_LABELS}
      valueText={siteValueText}
      fields={(form) => (
        <>
          <SiteFields kind={site.kind} form={form} />
          <DayHoursFields form={form} />
        </>
      )}
      onClose={onClose}
    />
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
