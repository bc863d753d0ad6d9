import { useEffect, useEffectEvent, useState } from 'react';

type State = {
  /** The search and the filters for which it holds. */
  scope: string;
  ids: ReadonlySet<number>;
  /** All rows that match, also those of other pages. */
  isAll: boolean;
  /** The row of the last change, from which Shift extends. */
  anchor: number | null;
};

/** The selected rows of a list, and what changes them. */
export type ListSelection = {
  ids: ReadonlySet<number>;
  isAll: boolean;
  has: (id: number) => boolean;
  /** `extends`: also all rows between the last change and this row. */
  toggle: (id: number, options: { extends: boolean }) => void;
  /** Whether all rows of the page are selected, some, or none. */
  page: 'all' | 'some' | 'none';
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
};

/**
 * Which rows of a list are selected, over its pages. Another scope (search or filter) begins without any. Escape clears
 * it. `pageIds`: the rows of the shown page, in their order.
 */
export function useSelection({
  scope,
  pageIds,
}: {
  scope: string;
  pageIds: readonly number[];
}): ListSelection {
  const none: State = { scope, ids: new Set(), isAll: false, anchor: null };
  const [stored, setState] = useState(none);
  const state = stored.scope === scope ? stored : none;
  const { ids, isAll, anchor } = state;
  const has = (id: number) => isAll || ids.has(id);
  const set = (next: Iterable<number>, changed: number | null) =>
    setState({ scope, ids: new Set(next), isAll: false, anchor: changed });
  const clear = () => setState(none);
  const toggle = (id: number, { extends: isRange }: { extends: boolean }) => {
    // Of all, only the shown rows have names: without one of them, the others of the page stay selected.
    const next = new Set(isAll ? pageIds : ids);
    const isOn = !has(id);
    for (const each of isRange ? rangeOf(pageIds, anchor, id) : [id]) {
      if (isOn) next.add(each);
      else next.delete(each);
    }
    set(next, id);
  };
  const count = pageIds.filter(has).length;
  const partly = count > 0 ? 'some' : 'none';
  const page = count > 0 && count === pageIds.length ? 'all' : partly;
  useEscape(isAll || ids.size > 0, clear);
  return {
    ids,
    isAll,
    has,
    toggle,
    page,
    clear,
    togglePage: () => {
      const others = [...ids].filter((id) => !pageIds.includes(id));
      set(page === 'all' ? others : [...others, ...pageIds], null);
    },
    selectAll: () => setState({ ...state, isAll: true }),
  };
}

/** The ids from one to the other, both included; only `to` if the other is not on the page. */
function rangeOf(ids: readonly number[], from: number | null, to: number): readonly number[] {
  const [a, b] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

function useEscape(isOn: boolean, clear: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event;
    if (key !== 'Escape' || defaultPrevented) return;
    if (target instanceof Element && target.closest(TYPING)) return;
    if (document.querySelector('dialog[open], [role=menu]') === null) clear();
  });
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
