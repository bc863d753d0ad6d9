import type { ComponentProps } from 'react';
import { CONTROL, Field, fieldAria } from '#web/form/Field.tsx';

type Props = Omit<ComponentProps<'textarea'>, 'name' | 'className'> & {
  name: string;
  label: string;
  error: string | undefined;
  hint: string;
};

/** Longer text that may stay empty. */
export function TextAreaField({ name, label, error, hint, ...area }: Props) {
  return (
    <Field name={name} label={label} error={error} hint={hint} optional>
      <textarea rows={3} {...area} name={name} {...fieldAria(name, error, hint)} className={CONTROL} />
    </Field>
  );
}
