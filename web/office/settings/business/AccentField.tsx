import { type Control, useController } from 'react-hook-form';
import type { BusinessChanges } from '#contract/business-changes.ts';
import { ACCENT_COLORS, ACCENTS } from '#domain/shared/business.ts';
import type { ProfileValues } from './profile-values.ts';

type Props = { control: Control<ProfileValues, unknown, BusinessChanges>; label: string };

/** The accent colors as radio buttons that show the color. */
export function AccentField({ control, label }: Props) {
  const { field } = useController({ control, name: 'accent' });
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {ACCENTS.map((accent) => {
          const { label: name, signal } = ACCENT_COLORS[accent];
          return (
            <label
              key={accent}
              className="touch flex cursor-pointer items-center gap-2.5 rounded-md border border-edge bg-surface px-3 text-sm has-checked:border-brand has-checked:bg-brand-soft has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:outline-brand"
            >
              <input
                type="radio"
                name={field.name}
                value={accent}
                checked={field.value === accent}
                onChange={() => field.onChange(accent)}
                className="sr-only"
              />
              <span
                aria-hidden="true"
                className="size-5 shrink-0 rounded-full border border-edge"
                style={{ backgroundColor: signal }}
              />
              {name}
            </label>
          );
        })}
      </div>
      <p className="mt-1.5 text-ink-soft text-sm">
        For marks and notices on the pages, in e-mails and in the back office. Each stays readable in both
        themes.
      </p>
    </fieldset>
  );
}
