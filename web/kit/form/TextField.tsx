import type { ComponentProps } from 'react';
import { CONTROL, Field, fieldAria } from './Field.tsx';

type Props = Omit<ComponentProps<'input'>, 'name' | 'className'> & {
  name: string;
  label: string;
  error: string | undefined;
  hint?: string;
  optional?: boolean;
  className?: string;
};

export function TextField({ name, id = name, label, error, hint, optional, className, ...input }: Props) {
  const words = { name, id, label, error, optional, ...(hint && { hint }), ...(className && { className }) };
  return (
    <Field {...words}>
      <input {...input} name={name} {...fieldAria(id, error, hint)} className={CONTROL} />
    </Field>
  );
}

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'name' | 'className'> & {
  name: string;
  label: string;
  error: string | undefined;
  hint: string;
};

/** An optional multi-line text. */
export function TextAreaField({ name, id = name, label, error, hint, ...area }: TextAreaFieldProps) {
  return (
    <Field name={name} id={id} label={label} error={error} hint={hint} optional>
      <textarea rows={3} {...area} name={name} {...fieldAria(id, error, hint)} className={CONTROL} />
    </Field>
  );
}
