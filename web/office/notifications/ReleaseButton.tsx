import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listNotifications,
  type Notification,
  releaseNotification,
  releaseNotifications,
} from '#contract/notifications.ts';
import { NOTIFICATION_LABELS } from '#domain/shared/notifications.ts';
import { call, errorText } from '#web/api/call.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { useNotificationAction } from './use-notification-action.ts';

/** Sends an e-mail that was held after a restore. */
export function ReleaseButton({ notification: { id, kind } }: { notification: Notification }) {
  const { isPending, press } = useNotificationAction({
    send: () => call(releaseNotification, { params: { id } }),
    done: {
      title: 'E-mail released',
      text: `${NOTIFICATION_LABELS[kind]} is sent in the next minutes.`,
    },
    failed: 'Failed to release the notification.',
  });
  return (
    <RowButton className="cards:w-full" aria-disabled={isPending} onClick={press}>
      {isPending ? 'Releasing...' : 'Release'} <span className="sr-only">{NOTIFICATION_LABELS[kind]}</span>
    </RowButton>
  );
}

/** Explains held e-mails and releases all of them, after a question. */
export function ReleaseAll() {
  const release = useReleaseAll();
  const [isAsking, setAsking] = useState(false);
  const ask = () => {
    // An earlier attempt may have failed.
    release.reset();
    setAsking(true);
  };
  const confirm = () =>
    release.mutate(undefined, {
      onSuccess: ({ released }) => {
        setAsking(false);
        toast({
          title: 'E-mails released',
          text: `${released} held ${released === 1 ? 'e-mail is' : 'e-mails are'} sent in the next minutes.`,
          variant: 'plain',
        });
      },
      onError: (error) => toastErrorText(error, RELEASE_ALL_FAILED),
    });
  return (
    <Notice variant="attention" role="note">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-72">
          The database was restored. Held e-mails were waiting then and may have been sent before. Release
          those that customers still need.
        </p>
        <Button variant="secondary" onClick={ask}>
          Release all
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Release all held e-mails?"
          confirmText="Release all"
          pendingText="Releasing..."
          isPending={release.isPending}
          error={release.error && errorText(release.error, RELEASE_ALL_FAILED)}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          All held e-mails are sent, also those that are not on this page. Customers may get some of them a
          second time.
        </ConfirmDialog>
      )}
    </Notice>
  );
}

const RELEASE_ALL_FAILED = 'Failed to release the notifications.';

/** The list is reloaded after a failure, too: another user may have released the item first. */
function useReleaseAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(releaseNotifications),
    onSettled: () => void client.invalidateQueries({ queryKey: [listNotifications.name] }),
  });
}
