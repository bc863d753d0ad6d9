import { Icon } from '#web/kit/ui/Icon.tsx';
import { PAGE_SIZES } from './list-state.ts';
import { rowButtonClass } from './RowButton.tsx';
import type { List } from './use-list.ts';

type Props = { list: Pick<List<unknown>, 'page' | 'state' | 'change'>; onMoved: () => void };

/** Buttons for the previous and next page, and the page size. */
export function Pager({ list, onMoved }: Props) {
  const { page, state, change } = list;
  const go = (cursor: string | null | undefined) => {
    if (!cursor) return;
    change({ cursor });
    onMoved();
  };
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-3">
      <label className="flex items-center gap-2 text-ink-soft text-sm">
        Rows per page
        <select
          name="limit"
          value={state.limit}
          onChange={({ target }) => change({ limit: target.value })}
          className={rowButtonClass('!px-2 font-normal')}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Step isThere={Boolean(page?.prev)} onPress={() => go(page?.prev)}>
          <Icon name="left" className="size-4" /> Previous
        </Step>
        <Step isThere={Boolean(page?.next)} onPress={() => go(page?.next)}>
          Next <Icon name="right" className="size-4" />
        </Step>
      </div>
    </nav>
  );
}

type StepProps = { isThere: boolean; onPress: () => void; children: React.ReactNode };

/** Stays focusable at the end of the list, so that the focus is not lost. */
function Step({ isThere, onPress, children }: StepProps) {
  return (
    <button
      type="button"
      aria-disabled={!isThere}
      onClick={onPress}
      className={rowButtonClass(
        'aria-disabled:border-line aria-disabled:text-ink-soft aria-disabled:hover:bg-surface',
      )}
    >
      {children}
    </button>
  );
}
