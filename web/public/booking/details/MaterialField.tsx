import { offeredMaterials } from '#domain/catalog/entries.ts';
import { FormSection } from '#web/kit/form/Field.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';

type Props = { rentalType: string; material: string; onPick: (material: string) => void };

/** Shown only when the rental is offered for more than one material. */
export function MaterialField({ rentalType, material, onPick }: Props) {
  const materials = offeredMaterials(useCatalog(), { rentalOption: rentalType });
  if (materials.length < 2) return null;
  return (
    <FormSection title="What will you load?">
      <div className="grid gap-3">
        {materials.map(({ id, name, includes, excludes, fillLine }) => (
          <label
            key={id}
            className="flex min-w-0 cursor-pointer gap-3 rounded-lg border border-line bg-surface p-3 hover:border-ink has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand sm:p-4"
          >
            <input
              type="radio"
              name="material"
              value={id}
              checked={id === material}
              onChange={() => onPick(id)}
              className="mt-0.5 size-5 shrink-0 accent-brand"
            />
            <span className="wrap-anywhere min-w-0 text-sm">
              <span className="block font-semibold text-base leading-snug">{name}</span>
              {includes && <span className="block text-ink-soft">{includes}</span>}
              {excludes && <span className="block text-ink-soft">Not: {excludes}</span>}
              {fillLine && <span className="mt-1 block font-semibold">Fill it {fillLine} at most.</span>}
            </span>
          </label>
        ))}
      </div>
    </FormSection>
  );
}
