import type { ReactNode } from 'react';

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
