import { type RefObject, useEffect, useRef } from 'react';

type Button = 'up' | 'down';

/**
 * Returns a function that keeps the focus on a row's button while the row moves: the browser takes the focus from an
 * element that changes its place. At the end of the list the other button gets it.
 */
export function useRowFocus(root: RefObject<HTMLElement | null>): (id: string, button: Button) => void {
  const wanted = useRef<{ id: string; button: Button } | null>(null);
  useEffect(() => {
    if (!wanted.current) return;
    const { id, button } = wanted.current;
    wanted.current = null;
    const row = root.current?.querySelector(`[data-entry="${CSS.escape(id)}"]`);
    const buttons = row?.querySelectorAll<HTMLButtonElement>('button[data-move]:not(:disabled)') ?? [];
    const same = [...buttons].find((one) => one.dataset.move === button);
    (same ?? buttons[0])?.focus();
    row?.scrollIntoView?.({ block: 'nearest' });
  });
  return (id, button) => {
    wanted.current = { id, button };
  };
}
