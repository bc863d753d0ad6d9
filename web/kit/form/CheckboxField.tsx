import type { ComponentProps, ReactNode } from 'react';
import { FieldError, fieldAria } from './Field.tsx';

type Props = Omit<ComponentProps<'input'>, 'name' | 'className' | 'type'> & {
  name: string;
  label: ReactNode;
  error: string | undefined;
  /** A description of the checkbox, announced with it. */
  hint?: ReactNode;
};

export function CheckboxField({ name, label, error, hint, ...input }: Props) {
  return (
    <div>
      <div className="flex items-start">
        <span className="flex min-h-11 min-w-11 items-center">
          <input
            {...input}
            type="checkbox"
            name={name}
            {...fieldAria(name, error, hint ? 'hint' : undefined)}
            className="size-6 shrink-0 accent-brand"
          />
        </span>
        <label htmlFor={name} className="min-h-11 cursor-pointer py-2.5 font-semibold leading-snug">
          {label}
        </label>
      </div>
      {hint && (
        <div id={`${name}-hint`} className="prose ml-11 text-ink-soft text-sm">
          {hint}
        </div>
      )}
      <FieldError name={name} error={error} />
    </div>
  );
}
