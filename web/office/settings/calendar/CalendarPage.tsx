import { useId } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CalendarRules } from '#domain/catalog/rate-card.ts';
import { site } from '#web/config.ts';
import { WEEKDAYS } from '#web/kit/dates/month.ts';
import { FieldError, FormSection } from '#web/kit/form/Field.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { DraftPage } from '#web/office/settings/DraftPage.tsx';
import { SaveBar } from '#web/office/settings/SaveBar.tsx';
import { type FormErrors, issuesAtFields } from '#web/office/settings/section/form-errors.ts';
import { toastDraftSaved, useSectionForm } from '#web/office/settings/section/use-section-form.ts';
import { ClosedDaysHistory } from './ClosedDaysHistory.tsx';
import { YearView } from './YearView.tsx';

export default function CalendarPage() {
  return (
    <DraftPage
      title="Calendar"
      text="On which days trucks drive, how early customers must order, and how many moves a day has."
      subject="The calendar rules"
    >
      {(draft) => (
        <>
          <CalendarForm draft={draft} />
          <YearView weekdays={draft.sections.calendar.deliveryWeekdays} />
          <ClosedDaysHistory />
        </>
      )}
    </DraftPage>
  );
}

type Values = {
  /** The numbers of the weekdays as texts: the values of checkboxes. */
  deliveryWeekdays: string[];
  leadDays: string;
  sameDayCutoff: string;
  maxTruckMovesPerDay: string;
  horizonDays: string;
};

function CalendarForm({ draft }: { draft: CatalogDraft }) {
  const id = useId();
  const { form, notice, submit, bar } = useSectionForm<'calendar', Values>({
    draft,
    section: 'calendar',
    valuesOf: ({ calendar }) => valuesOf(calendar),
    read: readValues,
    placeIssues: (issues) => issuesAtFields(issues, (path) => FIELDS.find((field) => path.startsWith(field))),
    labels: LABELS,
    failed: 'The calendar rules could not be saved.',
    onSaved: () => toastDraftSaved(),
  });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <form className="space-y-6" onSubmit={submit}>
      {notice && <ConflictNotice kind="calendar" {...notice} />}
      <div className="space-y-8 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <FormSection title="Days with deliveries and pickups">
          <div className="flex flex-wrap gap-x-6">
            {WEEK.map((weekday) => (
              <label key={weekday} className="touch inline-flex cursor-pointer items-center gap-2">
                <input
                  type="checkbox"
                  value={String(weekday)}
                  {...register('deliveryWeekdays')}
                  aria-describedby={errors.deliveryWeekdays ? `${id}-error` : undefined}
                  className="size-6 accent-brand"
                />
                {WEEKDAYS[weekday]}
              </label>
            ))}
          </div>
          <FieldError name={id} error={errors.deliveryWeekdays?.message} />
        </FormSection>
        <FormSection title="How early customers order">
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField
              {...register('leadDays')}
              label="Days of notice"
              inputMode="numeric"
              hint="0: delivery on the day of the order is possible."
              error={errors.leadDays?.message}
            />
            <TextField
              {...register('sameDayCutoff')}
              type="time"
              label="Orders until"
              hint={`Later orders count as orders of the next day. Empty: no limit. ${TIME_ZONE_NAME}.`}
              error={errors.sameDayCutoff?.message}
            />
            <TextField
              {...register('horizonDays')}
              label="At most days ahead"
              inputMode="numeric"
              hint="1 to 365."
              error={errors.horizonDays?.message}
            />
          </div>
        </FormSection>
        <FormSection title="Truck moves">
          <TextField
            {...register('maxTruckMovesPerDay')}
            label="At most moves a day"
            inputMode="numeric"
            className="max-w-xs"
            hint="Deliveries and pickups together. Empty: no limit. Staff can exceed it."
            error={errors.maxTruckMovesPerDay?.message}
          />
        </FormSection>
      </div>
      <SaveBar {...bar} />
    </form>
  );
}

/** 'Eastern Time' */
const TIME_ZONE_NAME = new Intl.DateTimeFormat('en-US', {
  timeZone: site.timeZone,
  timeZoneName: 'longGeneric',
})
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName')?.value;

const FIELDS = [
  'deliveryWeekdays',
  'leadDays',
  'sameDayCutoff',
  'maxTruckMovesPerDay',
  'horizonDays',
] as const;

const LABELS: Record<keyof Values, string> = {
  deliveryWeekdays: 'Weekdays',
  leadDays: 'Days of notice',
  sameDayCutoff: 'Orders until',
  maxTruckMovesPerDay: 'At most moves a day',
  horizonDays: 'At most days ahead',
};

/** The order on the screen, which is the order of the form's values. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

function valuesOf(rules: CalendarRules): Values {
  return {
    deliveryWeekdays: WEEK.filter((day) => rules.deliveryWeekdays.includes(day)).map(String),
    leadDays: String(rules.leadDays),
    sameDayCutoff: rules.sameDayCutoff ?? '',
    maxTruckMovesPerDay: rules.maxTruckMovesPerDay === null ? '' : String(rules.maxTruckMovesPerDay),
    horizonDays: String(rules.horizonDays),
  };
}

function readValues(values: Values): { value: CalendarRules; errors: FormErrors } {
  const fields: Record<string, string> = {};
  const whole = (
    field: 'leadDays' | 'maxTruckMovesPerDay' | 'horizonDays',
    [low, high]: [number, number],
  ) => {
    const text = values[field].trim();
    const number = Number(text);
    if (!/^\d{1,5}$/.test(text) || number < low || number > high)
      fields[field] = `Type a whole number from ${low} to ${high.toLocaleString('en-US')}`;
    return number;
  };
  const hasLimit = values.maxTruckMovesPerDay.trim() !== '';
  const value = {
    deliveryWeekdays: values.deliveryWeekdays.map(Number).sort((a, b) => a - b),
    leadDays: whole('leadDays', [0, 365]),
    sameDayCutoff: values.sameDayCutoff || null,
    maxTruckMovesPerDay: hasLimit ? whole('maxTruckMovesPerDay', [1, 10_000]) : null,
    horizonDays: whole('horizonDays', [1, 365]),
  };
  if (value.deliveryWeekdays.length === 0) fields.deliveryWeekdays = 'Choose at least one weekday';
  if (!fields.leadDays && !fields.horizonDays && value.leadDays > value.horizonDays)
    fields.leadDays = 'Must not be above the days ahead';
  return { value, errors: { fields, other: [] } };
}
