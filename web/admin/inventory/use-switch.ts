import { useCallback, useState } from 'react';
import type { Dumpster } from '#contract/inventory.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { useUpdateDumpster } from '#web/api/inventory.ts';
import { todayHere } from '#web/ui/dates/today.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { switchedWords } from './words.ts';

/** Puts a unit into service or takes it out; one at a time. */
export function useSwitch() {
  const { mutateAsync } = useUpdateDumpster();
  const [turningId, setTurningId] = useState<number | null>(null);
  const turn = useCallback(
    ({ id, isAvailable }: Dumpster) => {
      if (turningId !== null) return;
      setTurningId(id);
      mutateAsync({ id, changes: { isAvailable: !isAvailable }, today: todayHere() })
        .then(({ dumpster, staying }) =>
          toast({ title: 'Dumpster Updated', text: switchedWords(dumpster, staying), look: 'plain' }),
        )
        .catch((error) =>
          toast({
            title: 'Error',
            text: failureWords(error, 'Failed to update dumpster'),
            look: 'destructive',
          }),
        )
        .finally(() => setTurningId(null));
    },
    [mutateAsync, turningId],
  );
  return { turn, turningId };
}
