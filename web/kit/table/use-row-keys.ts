import { type KeyboardEvent, useState } from 'react';

type Key = string | number;
type Options = {
  keys: readonly Key[];
  onEnter?: ((key: Key) => void) | undefined;
  onSpace?: ((key: Key) => void) | undefined;
  onSelect?: ((key: Key) => void) | undefined;
  /** What another key does with a row. */
  onOtherKey: (key: Key, pressed: string) => (() => void) | undefined;
};

/**
 * One row is in the tab order; the arrows, j and k, Home and End move between rows, Enter, Space and x act on the one that
 * has the focus, and so do the keys of the list. Keys pressed in a control inside a row are ignored here.
 */
export function useRowKeys({ keys, onEnter, onSpace, onSelect, onOtherKey }: Options) {
  const [current, setCurrent] = useState<Key | null>(null);
  const stop = current !== null && keys.includes(current) ? current : keys[0];
  return (key: Key) => ({
    tabIndex: key === stop ? 0 : -1,
    'data-row': '',
    onFocus: () => setCurrent(key),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
      const act = { Enter: onEnter, ' ': onSpace, x: onSelect }[event.key];
      const row = act ? null : neighbour(event.currentTarget, event.key);
      const otherAct = act || row ? null : onOtherKey(key, event.key);
      if (!act && !row && !otherAct) return;
      event.preventDefault();
      row?.focus();
      act?.(key);
      otherAct?.();
    },
  });
}

function neighbour(row: HTMLElement, key: string): HTMLElement | null {
  const rows = [...(row.closest('table')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.indexOf(row);
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return rows[at + 1] ?? null;
    case 'ArrowUp':
    case 'k':
      return rows[at - 1] ?? null;
    case 'Home':
      return rows[0] ?? null;
    case 'End':
      return rows.at(-1) ?? null;
    default:
      return null;
  }
}
