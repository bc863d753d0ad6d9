import { useRef } from 'react';
import type { Delivery } from '#contract/deliveries.ts';
import { DELIVERY_LABELS } from '#domain/deliveries.ts';
import { useReplayDelivery } from '#web/api/deliveries.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

/** Has what was given up sent again. The server sends once, whoever else presses. */
export function ReplayButton({ delivery: { id, kind, state } }: { delivery: Delivery }) {
  const replay = useReplayDelivery();
  // A double click is faster than the button changes, and its second answer would be an error.
  const isUnderWay = useRef(false);
  const press = () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    replay.mutate(id, {
      onSuccess: () =>
        toast({
          title: 'Replayed',
          text: `${DELIVERY_LABELS[kind]} is being tried again. Refresh the list to see how it went.`,
          look: 'plain',
        }),
      onError: (error) =>
        toast({
          title: 'Error',
          text: failureWords(error, 'Failed to replay the delivery.'),
          look: 'destructive',
        }),
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
  if (state !== 'dead') return null;
  return (
    <RowButton className="cards:w-full" aria-disabled={replay.isPending} onClick={press}>
      {replay.isPending ? 'Replaying...' : 'Replay'} <span className="sr-only">{DELIVERY_LABELS[kind]}</span>
    </RowButton>
  );
}
