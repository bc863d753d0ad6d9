import { useState } from 'react';
import type { Edits } from './grid-rows.ts';

const MAX_UNDO = 100;

/** What was typed and is not saved yet, with the steps before and after it. */
export type EditHistory = {
  edits: Edits;
  /** Adds cells to the edits, as one step. */
  apply(changes: Edits): void;
  /** Forgets all edits and steps. */
  reset(): void;
  /** Forgets the edits that still are as given, and all steps: these were saved or replaced. */
  settle(settled: Edits): void;
  undo: (() => void) | null;
  redo: (() => void) | null;
};

/** `stored`: the edits of before a reload. */
export function useEditHistory(stored: Edits): EditHistory {
  const [steps, move] = useState({ past: [] as Edits[], edits: stored, future: [] as Edits[] });
  const { past, edits, future } = steps;
  const previous = past.at(-1);
  const [following] = future;
  return {
    edits,
    apply: (changes) =>
      move({ past: [...past.slice(1 - MAX_UNDO), edits], edits: { ...edits, ...changes }, future: [] }),
    reset: () => move({ past: [], edits: {}, future: [] }),
    settle: (settled) =>
      move(({ edits: now }) => {
        const left = Object.entries(now).filter(([cell, text]) => settled[cell] !== text);
        return { past: [], edits: Object.fromEntries(left), future: [] };
      }),
    undo: previous
      ? () => move({ past: past.slice(0, -1), edits: previous, future: [edits, ...future] })
      : null,
    redo: following
      ? () => move({ past: [...past, edits], edits: following, future: future.slice(1) })
      : null,
  };
}
