import { useCallback, useState } from 'react';
import type { ReconciliationIssue } from '#contract/reconciliation.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { useSettleIssue } from '#web/api/reconciliation.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

/** Settles a difference; one at a time. */
export function useSettle() {
  const { mutateAsync } = useSettleIssue();
  const [settlingId, setSettlingId] = useState<number | null>(null);
  const settle = useCallback(
    ({ id, type }: ReconciliationIssue) => {
      if (settlingId !== null) return;
      setSettlingId(id);
      mutateAsync(id)
        .then(() =>
          toast({
            title: 'DifferenceKind Settled',
            text: `The ${type} was read again at Stripe. Both sides agree now.`,
            look: 'plain',
          }),
        )
        .catch((error) =>
          toast({
            title: 'Error',
            text: failureWords(error, 'The difference could not be settled. Please try again.'),
            look: 'destructive',
          }),
        )
        .finally(() => setSettlingId(null));
    },
    [mutateAsync, settlingId],
  );
  return { settle, settlingId };
}
