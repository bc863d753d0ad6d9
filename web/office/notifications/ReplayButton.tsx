import { type Notification, replayNotification } from '#contract/notifications.ts';
import { NOTIFICATION_LABELS } from '#domain/shared/notifications.ts';
import { call } from '#web/api/call.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { useNotificationAction } from './use-notification-action.ts';

/** Retries a failed notification. The server accepts only one retry, even if several users press at once. */
export function ReplayButton({ notification: { id, kind, state } }: { notification: Notification }) {
  const { isPending, press } = useNotificationAction({
    send: () => call(replayNotification, { params: { id } }),
    done: {
      title: 'Retry started',
      text: `${NOTIFICATION_LABELS[kind]} is queued again. Refresh the list to see the result.`,
    },
    failed: 'Failed to retry the notification.',
  });
  if (state !== 'dead') return null;
  return (
    <RowButton className="cards:w-full" aria-disabled={isPending} onClick={press}>
      {isPending ? 'Retrying...' : 'Retry'} <span className="sr-only">{NOTIFICATION_LABELS[kind]}</span>
    </RowButton>
  );
}
