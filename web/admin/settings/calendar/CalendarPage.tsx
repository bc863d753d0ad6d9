import { useId } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CalendarRules } from '#domain/catalog/rate-card.ts';
import { DraftPage } from '#web/admin/settings/DraftPage.tsx';
import { SaveBar } from '#web/admin/settings/SaveBar.tsx';
import { StaleSection } from '#web/admin/settings/StaleSection.tsx';
import { type InputError, useSectionForm } from '#web/admin/settings/use-section-form.ts';
import { FieldError, FormSection } from '#web/form/Field.tsx';
import { TextField } from '#web/form/TextField.tsx';
import { WEEKDAYS } from '#web/ui/dates/month.ts';
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
  const { form, stale, submit, bar } = useSectionForm<'calendar', Values>({
    draft,
    section: 'calendar',
    valuesOf,
    readValues,
    fieldOf: (path) => FIELDS.find((field) => path.endsWith(field)) ?? null,
  });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <form className="space-y-6" onSubmit={submit}>
      {stale && <StaleSection stale={stale} />}
      <div className="space-y-8 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <FormSection title="Days with deliveries and pickups">
          <div className="flex flex-wrap gap-x-6">
            {[1, 2, 3, 4, 5, 6, 0].map((weekday) => (
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
              hint="Later orders count as orders of the next day. Empty: no limit. Your local time."
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

const FIELDS = [
  'deliveryWeekdays',
  'leadDays',
  'sameDayCutoff',
  'maxTruckMovesPerDay',
  'horizonDays',
] as const;

function valuesOf(rules: CalendarRules): Values {
  return {
    deliveryWeekdays: rules.deliveryWeekdays.map(String),
    leadDays: String(rules.leadDays),
    sameDayCutoff: rules.sameDayCutoff ?? '',
    maxTruckMovesPerDay: rules.maxTruckMovesPerDay === null ? '' : String(rules.maxTruckMovesPerDay),
    horizonDays: String(rules.horizonDays),
  };
}

function readValues(values: Values): { value: CalendarRules } | { errors: InputError<Values>[] } {
  const errors: InputError<Values>[] = [];
  const whole = (
    field: 'leadDays' | 'maxTruckMovesPerDay' | 'horizonDays',
    low: number,
    high: number,
  ): number => {
    const text = values[field].trim();
    const number = Number(text);
    if (!/^\d{1,5}$/.test(text) || number < low || number > high)
      errors.push({ field, message: `Type a whole number from ${low} to ${high.toLocaleString('en-US')}` });
    return number;
  };
  const deliveryWeekdays = values.deliveryWeekdays.map(Number).sort((a, b) => a - b);
  if (deliveryWeekdays.length === 0)
    errors.push({ field: 'deliveryWeekdays', message: 'Choose at least one weekday' });
  const horizonDays = whole('horizonDays', 1, 365);
  const value = {
    deliveryWeekdays,
    leadDays: whole('leadDays', 0, 365),
    sameDayCutoff: values.sameDayCutoff || null,
    maxTruckMovesPerDay:
      values.maxTruckMovesPerDay.trim() === '' ? null : whole('maxTruckMovesPerDay', 1, 10_000),
    horizonDays,
  };
  if (errors.length === 0 && value.leadDays > horizonDays)
    errors.push({ field: 'leadDays', message: 'Must not be above the days ahead' });
  return errors.length > 0 ? { errors } : { value };
}
