import type { ComponentProps } from 'react';
import { US_STATES } from '#domain/us-states.ts';
import { CONTROL, Field, fieldAria } from '#web/form/Field.tsx';

type Props = Omit<ComponentProps<'select'>, 'name' | 'className'> & {
  name: string;
  label: string;
  error: string | undefined;
  className?: string;
};

/** One of the fifty states. */
export function StateField({ name, label, error, className = '', ...select }: Props) {
  return (
    <Field name={name} label={label} error={error} className={className}>
      <select {...select} name={name} {...fieldAria(name, error)} className={CONTROL}>
        <option value="">Choose a state</option>
        {US_STATES.map((state) => (
          <option key={state.code} value={state.code}>
            {state.name}
          </option>
        ))}
      </select>
    </Field>
  );
}
