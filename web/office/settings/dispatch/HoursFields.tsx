import { type UseFormReturn, useWatch } from 'react-hook-form';
import { WEEKDAYS } from '#web/kit/dates/month.ts';
import { CONTROL, FieldError } from '#web/kit/form/Field.tsx';
import { type SiteValues, WEEK } from './site-values.ts';

type Form = Pick<UseFormReturn<SiteValues>, 'register' | 'control' | 'formState'>;

/** The hours of each weekday. */
export function HoursFields({ form }: { form: Form }) {
  return (
    <ul className="divide-y divide-line sm:rounded-md sm:border sm:border-line sm:px-3">
      {WEEK.map((weekday) => (
        <DayRow key={weekday} form={form} weekday={weekday} />
      ))}
    </ul>
  );
}

function DayRow({ form: { register, control, formState }, weekday }: { form: Form; weekday: number }) {
  const name = WEEKDAYS[weekday] ?? '';
  const isOpen = useWatch({ control, name: `hours.days.${weekday}.isOpen` });
  const errors = formState.errors.hours?.days?.[weekday];
  const error = errors?.opens?.message ?? errors?.closes?.message;
  const time = (field: 'opens' | 'closes', label: string) => (
    <input
      {...register(`hours.days.${weekday}.${field}`)}
      type="time"
      aria-label={`${name}, ${label}`}
      aria-invalid={errors?.[field] ? true : undefined}
      aria-describedby={error ? `hours-${weekday}-error` : undefined}
      className={`${CONTROL} min-w-0 max-w-36`}
    />
  );
  return (
    <li className="py-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
          <input
            {...register(`hours.days.${weekday}.isOpen`)}
            type="checkbox"
            className="size-6 accent-brand"
          />
          {name}
        </label>
        {isOpen ? (
          <div className="flex items-center gap-2 max-sm:pb-2">
            {time('opens', 'opens')}
            <span aria-hidden="true">–</span>
            {time('closes', 'closes')}
          </div>
        ) : (
          <p className="text-ink-soft text-sm max-sm:hidden">Closed</p>
        )}
      </div>
      <FieldError name={`hours-${weekday}`} error={error} />
    </li>
  );
}
