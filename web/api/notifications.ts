import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listNotifications, replayNotification } from '#contract/notifications.ts';
import { call } from '#web/api/call.ts';

/** The list is reloaded after a failed retry, too: another user may have retried the item first. */
export function useReplayNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(replayNotification, { params: { id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: [listNotifications.name] }),
  });
}
