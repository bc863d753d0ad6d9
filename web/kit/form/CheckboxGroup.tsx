import type { UseFormRegisterReturn } from 'react-hook-form';
import { FieldError } from './Field.tsx';

type Props = UseFormRegisterReturn & {
  label: string;
  hint?: string;
  error: string | undefined;
  options: readonly { value: string; label: string }[];
};

/** Several checkboxes for one list of values. */
export function CheckboxGroup({ label, hint, error, options, name, ...input }: Props) {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <fieldset className="min-w-0" aria-describedby={describedBy || undefined}>
      <legend className="mb-1 font-semibold text-sm">{label}</legend>
      <div className="grid max-h-64 gap-x-4 overflow-y-auto rounded-md border border-line px-1 sm:grid-cols-2">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-11 min-w-0 cursor-pointer items-center">
            <span className="flex size-11 shrink-0 items-center justify-center">
              <input
                {...input}
                name={name}
                type="checkbox"
                value={option.value}
                className="size-6 accent-brand"
              />
            </span>
            <span dir="auto" className="wrap-anywhere py-2 leading-snug">
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${name}-hint`} className="mt-1.5 text-ink-soft text-sm">
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
    </fieldset>
  );
}
