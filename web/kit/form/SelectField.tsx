import type { ComponentProps } from 'react';
import { CONTROL, Field, fieldAria } from './Field.tsx';

type Props = Omit<ComponentProps<'select'>, 'name' | 'className'> & {
  name: string;
  label: string;
  error: string | undefined;
  hint?: string;
  className?: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
};

/** A native select with a label. */
export function SelectField({ name, id = name, label, error, hint, className, options, ...select }: Props) {
  const words = { name, id, label, error, ...(hint && { hint }), ...(className && { className }) };
  return (
    <Field {...words}>
      <select {...select} name={name} {...fieldAria(id, error, hint)} className={CONTROL}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
