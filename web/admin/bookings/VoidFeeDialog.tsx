import type { DumpFee } from '#contract/dump-fees.ts';
import type { Read } from '#web/api/bookings.ts';
import { useVoidDumpFee } from '#web/api/dump-fees.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { ticketName } from './FeeItem.tsx';
import { failureText, toastFailure } from './failure.ts';

const FAILED = 'Failed to void the dump ticket.';

type Props = { fee: DumpFee; read: Read; onVoided: () => void; onClose: () => void };

export function VoidFeeDialog({ fee, read, onVoided, onClose }: Props) {
  const change = useVoidDumpFee(fee.bookingId, read.etag);
  const confirm = () =>
    change.mutate(fee.id, {
      onSuccess: () => {
        toast({ title: 'Dump Ticket Voided', text: 'It counts no more.', look: 'plain' });
        onVoided();
      },
      onError: (error) => toastFailure(FAILED, error),
    });
  return (
    <ConfirmDialog
      title="Void dump ticket?"
      confirmText="Void"
      pendingText="Voiding..."
      isPending={change.isPending}
      error={change.error && failureText(FAILED, change.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong className="wrap-anywhere text-ink">
          <bdi>{ticketName(fee)}</bdi>
        </strong>{' '}
        stays in the list and counts no more. This cannot be undone. A final price that was set stays as it
        is.
      </p>
    </ConfirmDialog>
  );
}
