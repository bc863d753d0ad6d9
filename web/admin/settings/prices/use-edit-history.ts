import { useState } from 'react';
import type { Edits } from './grid-rows.ts';

const MAX_UNDO = 100;

/** What was typed and is not saved yet, with the steps before and after it. */
export type EditHistory = {
  edits: Edits;
  /** Adds cells to the edits, as one step. */
  apply(changes: Edits): void;
  /** Forgets all edits and steps: they were saved or discarded. */
  reset(): void;
  undo: (() => void) | null;
  redo: (() => void) | null;
};

/** `stored`: the edits of before a reload. `onChange` gets every new state, to store it. */
export function useEditHistory(stored: Edits, onChange: (edits: Edits) => void): EditHistory {
  const [steps, setSteps] = useState({ past: [] as Edits[], edits: stored, future: [] as Edits[] });
  const move = (to: typeof steps) => {
    setSteps(to);
    onChange(to.edits);
  };
  const { past, edits, future } = steps;
  const previous = past.at(-1);
  const [following] = future;
  return {
    edits,
    apply: (changes) =>
      move({ past: [...past.slice(1 - MAX_UNDO), edits], edits: { ...edits, ...changes }, future: [] }),
    reset: () => move({ past: [], edits: {}, future: [] }),
    undo: previous
      ? () => move({ past: past.slice(0, -1), edits: previous, future: [edits, ...future] })
      : null,
    redo: following
      ? () => move({ past: [...past, edits], edits: following, future: future.slice(1) })
      : null,
  };
}
