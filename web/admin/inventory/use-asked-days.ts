import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Day, isDay } from '#domain/days.ts';
import type { Window } from '#web/api/inventory.ts';

export type Days = { from: Day; to: Day };

/** The days that the address asks about; without any it is today. */
export function useAskedDays(today: Day) {
  const [params, setParams] = useSearchParams();
  const [from, to] = [dayIn(params, 'from'), dayIn(params, 'to')];
  const window = useMemo<Window>(() => ({ ...(from && { from }), ...(to && { to }) }), [from, to]);
  const ask = useCallback(
    (days: Days | null) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const name of ['from', 'to'] as const) {
            if (days) after.set(name, days[name]);
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
  return { window, days: { from: first, to: to ?? first }, isAsked: Boolean(from ?? to), ask };
}

/** What is no day in the address is not asked. */
function dayIn(params: URLSearchParams, name: string): Day | undefined {
  const text = params.get(name) ?? '';
  return isDay(text) ? text : undefined;
}
