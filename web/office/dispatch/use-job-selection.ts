import { useRef, useState } from 'react';
import type { Board } from '#contract/dispatch.ts';

/** The jobs that are selected. One that is not open any more, for example because a colleague placed it, is not. */
export function useJobSelection(board: Board | undefined) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const open = new Set(board?.jobs.map(({ id }) => id));
  const ids = new Set([...chosen].filter((id) => open.has(id)));
  return {
    ids,
    set: (next: readonly number[]) => setChosen(new Set(next)),
    /** `range`: the jobs in their order; all from the last one that was toggled to this one get its state. */
    toggle: (id: number, range: readonly number[] | null) => {
      const isOn = !ids.has(id);
      const from = range && last.current !== null ? range.indexOf(last.current) : -1;
      const to = range ? range.indexOf(id) : -1;
      const changed =
        range && from >= 0 && to >= 0 ? range.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      const next = new Set(ids);
      for (const one of changed) {
        if (isOn) next.add(one);
        else next.delete(one);
      }
      last.current = id;
      setChosen(next);
    },
  };
}
export type JobSelection = ReturnType<typeof useJobSelection>;
