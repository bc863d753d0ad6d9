import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { ASKED_PARAM } from '#web/paths.ts';

/** Starts the action that the address asks for, once: the palette opens a booking with it. */
export function useAskedAction<const Name extends string>(
  names: readonly Name[],
  start: (name: Name) => void,
): void {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const asked = names.find((name) => name === params.get(ASKED_PARAM));
  const run = useEffectEvent((name: Name) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(ASKED_PARAM);
        return next;
      },
      { replace: true, state },
    );
    start(name);
  });
  useEffect(() => {
    if (asked) run(asked);
  }, [asked]);
}

export function toastNotPossible(reason: string): void {
  toast({ title: 'Not Possible Now', text: reason, variant: 'plain' });
}
