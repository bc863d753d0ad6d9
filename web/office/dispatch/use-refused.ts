import { useState } from 'react';
import type { PlacementRefusal } from '#contract/dispatch.ts';
import type { BoardChange } from './use-board.ts';

/** A change that was not stored. `retry`: what can be offered again on the board as it is now. */
export type RefusedChange = {
  id: string;
  /** What was to be changed: 'Delivery for Ann Lee'. */
  name: string;
  text: string;
  code: PlacementRefusal | null;
  /** The job that was refused; null for a stop without one, or for another reason. */
  jobId: number | null;
  retry: BoardChange | null;
};

const MAX_REFUSED = 20;

/** The refused changes of a day. They stay until they succeed or are dismissed, also when the page is left. */
export function useRefused(day: string) {
  const [refused, setRefused] = useState<readonly RefusedChange[]>(() => read(day));
  const update = (next: (current: readonly RefusedChange[]) => readonly RefusedChange[]) =>
    setRefused((current) => {
      const changed = next(current).slice(-MAX_REFUSED);
      store(day, changed);
      return changed;
    });
  return {
    refused,
    add: (one: Omit<RefusedChange, 'id'>) =>
      update((current) => [...current, { ...one, id: crypto.randomUUID() }]),
    dismiss: (id: string) => update((current) => current.filter((one) => one.id !== id)),
  };
}

const keyOf = (day: string) => `dispatch-refused-${day}`;

function read(day: string): readonly RefusedChange[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(day)) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Without storage (private windows, a full disk) the changes stay while the page is open. */
function store(day: string, refused: readonly RefusedChange[]): void {
  try {
    if (refused.length === 0) sessionStorage.removeItem(keyOf(day));
    else sessionStorage.setItem(keyOf(day), JSON.stringify(refused));
  } catch {}
}
