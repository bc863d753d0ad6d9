import type { List } from '#web/kit/table/use-list.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { type Chip, namesOf } from './filters.ts';

type Props = {
  list: Pick<List<unknown>, 'chips' | 'definition' | 'change' | 'clearFilters'>;
  /** Called when the chip with the focus is removed. */
  onRemoved: () => void;
};

/** The active filters, each with a button that removes it. */
export function FilterChips({ list, onRemoved }: Props) {
  const { chips, definition, change, clearFilters } = list;
  if (chips.length === 0) return null;
  const remove = ({ field, label }: Chip) => {
    const filter = definition.filters.find((each) => each.field === field && each.label === label);
    change(Object.fromEntries((filter ? namesOf(filter) : []).map((name) => [name, null])));
    onRemoved();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label="Filters that are on" className="contents">
        {chips.map((chip) => (
          <li
            key={chip.label}
            className="inline-flex max-w-full items-center rounded-md border border-brand bg-brand-soft pl-3 text-brand-strong text-sm"
          >
            <span className="min-w-0 truncate py-1">
              {chip.label}:{' '}
              <strong className="font-semibold">
                <bdi>{chip.displayValue}</bdi>
              </strong>
            </span>
            <button
              type="button"
              onClick={() => remove(chip)}
              className="inline-flex min-h-9 min-w-9 items-center justify-center rounded-md hover:bg-surface max-md:min-h-11 max-md:min-w-11 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              <Icon name="close" className="size-4" />
              <span className="sr-only">
                Remove the filter {chip.label}: {chip.displayValue}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => {
          clearFilters();
          onRemoved();
        }}
        className="inline-flex min-h-9 items-center rounded-md px-2 font-semibold text-brand text-sm underline underline-offset-4 hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11"
      >
        Clear all
      </button>
    </div>
  );
}
