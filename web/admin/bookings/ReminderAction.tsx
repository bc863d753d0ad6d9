import { type Read, useSendReminder } from '#web/api/bookings.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { toastFailure } from './failure.ts';

/** Reminds the customer of a pending booking by e-mail. */
export function ReminderAction({ read }: { read: Read }) {
  const { id, email } = read.value;
  const send = useSendReminder(id);
  const press = () =>
    send.mutate(
      { ifMatch: read.etag },
      {
        onSuccess: () =>
          toast({ title: 'Reminder Queued', text: `It goes to ${email} in a moment.`, look: 'plain' }),
        onError: (error) => toastFailure('Failed to send the reminder.', error),
      },
    );
  return (
    <div>
      <Button
        look="secondary"
        className="w-full"
        aria-disabled={send.isPending}
        onClick={() => !send.isPending && press()}
      >
        {send.isPending ? 'Sending...' : 'Send Reminder'}
      </Button>
      <p className="mt-2 text-ink-soft text-sm">An e-mail with the booking's details, at most one a day.</p>
    </div>
  );
}
