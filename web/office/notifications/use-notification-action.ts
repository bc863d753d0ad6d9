import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { listNotifications } from '#contract/notifications.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

type Action = { send: () => Promise<unknown>; done: { title: string; text: string }; failed: string };

/**
 * The call of a button in a row. It is pending until the list was read again, also after a failure: another user may
 * have acted first. A second press before that is ignored, because its reply would be a conflict.
 */
export function useNotificationAction({ send, done, failed }: Action) {
  const client = useQueryClient();
  const isSending = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: () => toast({ ...done, variant: 'plain' }),
    onError: (error) => toastErrorText(error, failed),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [listNotifications.name] });
      isSending.current = false;
    },
  });
  const press = () => {
    if (isSending.current) return;
    isSending.current = true;
    mutate();
  };
  return { isPending, press };
}
