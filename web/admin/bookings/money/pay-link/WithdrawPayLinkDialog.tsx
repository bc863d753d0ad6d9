import { formatUsd } from '#domain/money.ts';
import { type Figures, StaleFigures, useCurrentFigures } from '#web/admin/bookings/money/current-figures.tsx';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { isCode } from '#web/api/call.ts';
import { useWithdrawPayLink } from '#web/api/payments.ts';
import { failureText, toastFailure } from '#web/form/failure.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

const FAILURE_TEXT = 'Failed to withdraw the payment link.';

type Props = Figures & {
  /** The booking as it is now. */
  read: VersionedBooking;
  onClose: () => void;
};

/** Ends the open payment link. After a conflict it shows the link that is open now, and ends that one. */
export function WithdrawPayLinkDialog({ read, onClose, ...initialFigures }: Props) {
  const current = useCurrentFigures(read, initialFigures);
  const { payments, etag } = current.figures;
  const { payLink } = payments;
  const withdraw = useWithdrawPayLink(read.value.id, etag);
  const confirm = async () => {
    if (current.loadFailed) return;
    current.freeze();
    try {
      await withdraw.mutateAsync();
      toast({
        title: 'Payment Link Withdrawn',
        text: 'The customer can no longer pay with it.',
        variant: 'plain',
      });
      onClose();
    } catch (error) {
      current.recordFailure(error);
      toastFailure(FAILURE_TEXT, error);
    }
  };
  const { error } = withdraw;
  return (
    <ConfirmDialog
      title="Withdraw the payment link?"
      confirmText="Withdraw"
      pendingText={withdraw.isPending ? 'Withdrawing...' : 'Loading...'}
      isPending={withdraw.isPending || current.isLoading}
      error={error && !isCode(error, 'stale') ? failureText(FAILURE_TEXT, error) : null}
      isOver={payLink === null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className="space-y-4">
        {payLink && (
          <p>
            The customer can no longer pay <strong className="text-ink">{formatUsd(payLink.amount)}</strong>{' '}
            with it, whichever mail it came with. What is due stays due.
          </p>
        )}
        <StaleFigures booking={read} current={current} text={payLink ? CHECK_AGAIN : ENDED} />
      </div>
    </ConfirmDialog>
  );
}

const CHECK_AGAIN = 'Check the amount of the open payment link, then withdraw it.';
const ENDED = 'The payment link has ended. The customer can no longer pay with it.';
