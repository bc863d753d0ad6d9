import { formatUsd } from '#domain/money.ts';
import { failureText, toastFailure } from '#web/admin/bookings/failure.ts';
import { useWithdrawPayLink } from '#web/api/payments.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast-store.ts';

const FAILED = 'Failed to withdraw the pay link.';

type Props = { bookingId: number; amount: number; etag: string | null; onClose: () => void };

/** Ends what waits for the customer. */
export function WithdrawDialog({ bookingId, amount, etag, onClose }: Props) {
  const withdraw = useWithdrawPayLink(bookingId, etag);
  const confirm = async () => {
    try {
      await withdraw.mutateAsync();
      toast({ title: 'Pay Link Withdrawn', text: 'The customer can no longer pay with it.', look: 'plain' });
      onClose();
    } catch (error) {
      toastFailure(FAILED, error);
    }
  };
  return (
    <ConfirmDialog
      title="Withdraw the pay link?"
      confirmText="Withdraw"
      pendingText="Withdrawing..."
      isPending={withdraw.isPending}
      error={withdraw.error && failureText(FAILED, withdraw.error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        The customer can no longer pay <strong className="text-ink">{formatUsd(amount)}</strong> with it,
        whichever mail it came with. What is due stays due.
      </p>
    </ConfirmDialog>
  );
}
