import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listDeliveries, replayDelivery } from '#contract/deliveries.ts';
import { call } from '#web/api/call.ts';

/** A press that was too late shows how things stand, too. */
export function useReplayDelivery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(replayDelivery, { params: { id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: [listDeliveries.name] }),
  });
}
