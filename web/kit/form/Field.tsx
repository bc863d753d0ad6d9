import type { ReactNode } from 'react';
import { Icon } from '#web/kit/ui/Icon.tsx';

type Props = {
  name: string;
  /** The id of the control, if two fields of a page share a name. */
  id?: string | undefined;
  label: string;
  error: string | undefined;
  hint?: string;
  optional?: boolean | undefined;
  className?: string;
  children: ReactNode;
};

export const CONTROL =
  'touch block w-full rounded-md border border-edge bg-surface px-3 py-2 text-ink aria-invalid:border-danger aria-invalid:border-2';

/** The attributes that connect a control to its label, hint and error. Pass them to the control in a Field. */
export function fieldAria(id: string, error: string | undefined, hint?: string) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  };
}

/** Label, control, hint and error, one below the other. */
export function Field({ name, id = name, label, error, hint, optional, className = '', children }: Props) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="wrap-anywhere mt-1.5 text-ink-soft text-sm">
          {hint}
        </p>
      )}
      <FieldError name={id} error={error} />
    </div>
  );
}

export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${name}-error`} className="mt-1.5 flex items-start gap-1.5 font-semibold text-danger text-sm">
      <Icon name="warning" className="mt-0.5 size-4" />
      {error}
    </p>
  );
}

/** A fieldset with a visible heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4 w-full border-line border-b pb-2 font-display font-semibold text-xl">
        {title}
      </legend>
      {children}
    </fieldset>
  );
}
