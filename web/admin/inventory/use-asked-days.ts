import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Day, isDay } from '#domain/days.ts';
import type { Window } from '#web/api/inventory.ts';

/** The days that the address asks about; without any it is today. */
export function useAskedDays(today: Day) {
  const [params, setParams] = useSearchParams();
  const [from, to] = [dayIn(params, 'from'), dayIn(params, 'to')];
  const window = useMemo<Window>(() => ({ ...(from && { from }), ...(to && { to }) }), [from, to]);
  const ask = useCallback(
    (next: Window) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const name of ['from', 'to'] as const) {
            const day = next[name];
            if (day) after.set(name, day);
            else after.delete(name);
          }
          return after;
        },
        { replace: true },
      );
    },
    [setParams],
  );
  const first = from ?? today;
  return { window, first, last: to ?? first, isAsked: Boolean(from ?? to), ask };
}

function dayIn(params: URLSearchParams, name: string): Day | undefined {
  const text = params.get(name) ?? '';
  return isDay(text) ? text : undefined;
}
