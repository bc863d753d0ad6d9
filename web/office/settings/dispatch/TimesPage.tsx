import type { UseFormReturn } from 'react-hook-form';
import { POSSIBLE_ITEMS, STOP_LABELS, STOP_TYPES, type StopType } from '#domain/dispatch/stops.ts';
import { dispatchSettingsQuery, useUpdateDispatchSettings } from '#web/api/dispatch-setup.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { CONTROL, FieldError } from '#web/kit/form/Field.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import type { Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { useKeptInput, useStoredInput } from '#web/kit/form/versioned/use-stored-input.ts';
import { useVersionedForm } from '#web/kit/form/versioned/use-versioned-form.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { SettingsSection } from '#web/office/settings/SettingsSection.tsx';
import { SetupHistory } from './SetupHistory.tsx';
import { SetupPage } from './SetupList.tsx';
import {
  computeTimesChanges,
  type EditedSettings,
  ITEM_LABELS,
  TIMES_LABELS,
  type TimesValues,
  timesResolver,
  timesValuesOf,
  timesValueText,
} from './times-values.ts';

export function TimesPage() {
  return (
    <SetupPage
      title="Dispatch times"
      text="How long stops take, when routes start, and what drivers record. Changes take effect when you save them."
      subject="The dispatch times"
      query={dispatchSettingsQuery}
    >
      {(loaded, canWrite) => (
        <>
          <fieldset disabled={!canWrite} className="min-w-0">
            <legend className="sr-only">Dispatch times</legend>
            <TimesForm loaded={loaded} canWrite={canWrite} />
          </fieldset>
          <SetupHistory
            kind="dispatch_settings"
            text="Changes of these settings."
            labels={TIMES_LABELS}
            valueText={timesValueText}
          />
        </>
      )}
    </SetupPage>
  );
}

const STORAGE_KEY = 'settings-dispatch-times';

function TimesForm({ loaded, canWrite }: { loaded: Versioned<EditedSettings>; canWrite: boolean }) {
  const stored = useStoredInput<EditedSettings, TimesValues>(STORAGE_KEY);
  const update = useUpdateDispatchSettings();
  const { form, version, dialog, notice } = useVersionedForm({
    loaded: stored?.base ?? loaded,
    queryOf: () => dispatchSettingsQuery,
    valuesOf: timesValuesOf,
    changesOf: computeTimesChanges,
    resolver: timesResolver,
    update,
    save: ({ changes, etag }) => update.mutateAsync({ changes, etag }),
    versionOf: (saved) => saved,
    onSaved: () => toast({ title: 'Saved', text: 'New routes use these times.', variant: 'plain' }),
    failed: 'The dispatch times could not be saved',
    labels: TIMES_LABELS,
    valueText: timesValueText,
  });
  useKeptInput(STORAGE_KEY, { form, stored, base: version, changesOf: computeTimesChanges });
  const { register, formState } = form;
  const { errors } = formState;
  const field = (name: 'dayStart' | 'dayEnd' | 'photoRetentionDays' | 'newTextNumbers') => ({
    ...register(name),
    label: TIMES_LABELS[name],
    error: errors[name]?.message,
  });
  return (
    <form noValidate onSubmit={dialog.onSubmit} className="space-y-5">
      <SettingsSection title="The day" text="New routes start and end at these times.">
        <div className="grid max-w-md grid-cols-2 gap-5">
          <TextField {...field('dayStart')} type="time" />
          <TextField {...field('dayEnd')} type="time" />
        </div>
      </SettingsSection>
      <SettingsSection
        title="Stops"
        text="Minutes are from arrival to departure. A stop cannot be done before the driver has recorded what is checked; a signature only if someone is there."
      >
        <StopRows form={form as unknown as UseFormReturn<TimesValues>} />
      </SettingsSection>
      <SettingsSection
        title="Photos"
        text="Older photos and signatures of drivers are deleted. Keep them for as long as a customer can dispute a charge."
      >
        <div className="max-w-xs">
          <TextField {...field('photoRetentionDays')} inputMode="numeric" hint="30 to 3,650 days." />
        </div>
      </SettingsSection>
      <SettingsSection
        title="Texts"
        text="Texts go to US and Canadian numbers that customers agreed to. Thieves who earn from texts book with many numbers: above this number of new ones in a day, their texts are left out, and the business gets an e-mail. Customers still get their e-mails."
      >
        <div className="max-w-xs">
          <TextField {...field('newTextNumbers')} inputMode="numeric" hint="0 to 10,000." />
        </div>
      </SettingsSection>
      <SettingsSection
        title="Vehicle inspection"
        text="Drivers are asked to inspect the truck before the first stop and at the end of the day. The board shows defects before the truck leaves. Without a defect nothing has to be filed. Items of one truck are added in Trucks."
      >
        <div className="max-w-md space-y-4">
          <CheckboxField
            {...register('hasInspections')}
            id="hasInspections"
            label={TIMES_LABELS.hasInspections}
            error={errors.hasInspections?.message}
          />
          <TextAreaField
            {...register('inspectionItems')}
            label={TIMES_LABELS.inspectionItems}
            hint="One a line, in the order in which drivers see them."
            rows={12}
            error={errors.inspectionItems?.message}
          />
        </div>
      </SettingsSection>
      {notice && <ConflictNotice kind="form" {...notice} />}
      {canWrite && (
        <Button type="submit" disabled={dialog.isPending}>
          {dialog.isPending ? 'Saving...' : 'Save'}
        </Button>
      )}
    </form>
  );
}

function StopRows({ form }: { form: UseFormReturn<TimesValues> }) {
  return (
    <ul className="min-w-0 divide-y divide-line">
      {STOP_TYPES.map((type) => (
        <StopRow key={type} form={form} type={type} />
      ))}
    </ul>
  );
}

function StopRow({
  form: { register, formState },
  type,
}: {
  form: UseFormReturn<TimesValues>;
  type: StopType;
}) {
  const error = formState.errors.stopMinutes?.[type]?.message;
  const id = `stop-${type}`;
  const possible = POSSIBLE_ITEMS[type];
  return (
    <li
      aria-labelledby={id}
      className="grid items-start gap-x-5 gap-y-1 py-2 sm:grid-cols-[9rem_7rem_minmax(0,1fr)]"
    >
      <h3 id={id} className="flex min-h-11 items-center font-sans font-semibold text-base max-sm:min-h-0">
        {STOP_LABELS[type]}
      </h3>
      <div>
        <label className="flex max-w-28 items-center gap-2">
          <input
            {...register(`stopMinutes.${type}`)}
            inputMode="numeric"
            autoComplete="off"
            aria-label={`${STOP_LABELS[type]}, minutes`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-minutes-error` : undefined}
            className={`${CONTROL} w-16 text-right tabular-nums`}
          />
          <span className="text-ink-soft text-sm">min</span>
        </label>
        <FieldError name={`${id}-minutes`} error={error} />
      </div>
      <fieldset className="flex min-w-0 flex-wrap gap-x-5">
        <legend className="sr-only">{STOP_LABELS[type]}: what drivers record</legend>
        {possible.map((item) => (
          <label key={item} className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              value={item}
              {...register(`requiredItems.${type}`)}
              className="size-6 accent-brand"
            />
            {ITEM_LABELS[item]}
          </label>
        ))}
        {possible.length === 0 && (
          <p className="flex min-h-11 items-center text-ink-soft text-sm">Nothing to record</p>
        )}
      </fieldset>
    </li>
  );
}
