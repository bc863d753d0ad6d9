import { useEndOtherSessions } from '#web/api/auth.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

type Props = { count: number; onEnded: () => void; onClose: () => void };

export function EndOthersDialog({ count, onEnded, onClose }: Props) {
  const end = useEndOtherSessions();
  const confirm = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        toast({ title: 'Success', text: 'All other sessions have ended.', look: 'plain' });
        onEnded();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title="End all other sessions?"
      confirmText="End all others"
      pendingText="Ending..."
      isPending={end.isPending}
      error={end.error && failureWords(end.error, 'The sessions could not be ended.')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {count === 1 ? 'One other device is' : `${count} other devices are`} logged out at once. You stay
        logged in here.
      </p>
    </ConfirmDialog>
  );
}
