import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { listNotifications, type Notification, replayNotification } from '#contract/notifications.ts';
import { NOTIFICATION_LABELS } from '#domain/notifications.ts';
import { call } from '#web/api/call.ts';
import { toastErrorText } from '#web/form/failure.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

/** Retries a failed notification. The server accepts only one retry, even if several users press at once. */
export function ReplayButton({ notification: { id, kind, state } }: { notification: Notification }) {
  const replay = useReplayNotification();
  // The second click of a double click arrives before the button is disabled; its reply would be a conflict.
  const isPending = useRef(false);
  const press = () => {
    if (isPending.current) return;
    isPending.current = true;
    replay.mutate(id, {
      onSuccess: () =>
        toast({
          title: 'Retry started',
          text: `${NOTIFICATION_LABELS[kind]} is queued again. Refresh the list to see the result.`,
          variant: 'plain',
        }),
      onError: (error) => toastErrorText(error, 'Failed to retry the notification.'),
      onSettled: () => {
        isPending.current = false;
      },
    });
  };
  if (state !== 'dead') return null;
  return (
    <RowButton className="cards:w-full" aria-disabled={replay.isPending} onClick={press}>
      {replay.isPending ? 'Retrying...' : 'Retry'}{' '}
      <span className="sr-only">{NOTIFICATION_LABELS[kind]}</span>
    </RowButton>
  );
}

/** The list is reloaded after a failed retry, too: another user may have retried the item first. */
function useReplayNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(replayNotification, { params: { id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: [listNotifications.name] }),
  });
}
