import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { CONTROL, FieldError } from '#web/kit/form/Field.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { NEW_DAY, SITE_LABELS, type SiteValues } from './site-values.ts';

type Form = Pick<UseFormReturn<SiteValues>, 'register' | 'control' | 'formState'>;

/** Days with hours of their own: a holiday, or a day on which the site closes early. */
export function DayHoursFields({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'dayHours' });
  const error = form.formState.errors.dayHours;
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold text-sm">{SITE_LABELS.dayHours}</legend>
      <p className="mt-1 text-ink-soft text-sm">
        For a holiday, or a day on which the site closes early. Plans and the board use them at once.
      </p>
      {fields.length > 0 && (
        <ul className="mt-2 divide-y divide-line sm:rounded-md sm:border sm:border-line sm:px-3">
          {fields.map(({ id }, index) => (
            <OneDayRow key={id} form={form} index={index} onRemove={() => remove(index)} />
          ))}
        </ul>
      )}
      <FieldError name="dayHours" error={error?.root?.message ?? error?.message} />
      <RowButton className="mt-2" onClick={() => append(NEW_DAY)}>
        Add a day
      </RowButton>
    </fieldset>
  );
}

type RowProps = { form: Form; index: number; onRemove: () => void };

function OneDayRow({ form: { register, control, formState }, index, onRemove }: RowProps) {
  const isOpen = useWatch({ control, name: `dayHours.${index}.isOpen` });
  const errors = formState.errors.dayHours?.[index];
  const error = errors?.day?.message ?? errors?.opens?.message ?? errors?.closes?.message;
  const input = (field: 'day' | 'opens' | 'closes', { type, label }: { type: string; label: string }) => (
    <input
      {...register(`dayHours.${index}.${field}`)}
      type={type}
      aria-label={`${label} of special hours ${index + 1}`}
      aria-invalid={errors?.[field] ? true : undefined}
      aria-describedby={error ? `dayHours-${index}-error` : undefined}
      className={`${CONTROL} min-w-0 ${type === 'date' ? 'max-w-44' : 'max-w-36'}`}
    />
  );
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {input('day', { type: 'date', label: 'Day' })}
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
          <input {...register(`dayHours.${index}.isOpen`)} type="checkbox" className="size-6 accent-brand" />
          Open
        </label>
        {!isOpen && <span className="text-ink-soft text-sm">Closed all day</span>}
        <RowButton className="ml-auto" aria-label={`Remove special hours ${index + 1}`} onClick={onRemove}>
          Remove
        </RowButton>
        {isOpen && (
          <div className="flex items-center gap-2">
            {input('opens', { type: 'time', label: 'Opening' })}
            <span aria-hidden="true">–</span>
            {input('closes', { type: 'time', label: 'Closing' })}
          </div>
        )}
      </div>
      <FieldError name={`dayHours-${index}`} error={error} />
    </li>
  );
}
