import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { useWithdrawPayLink } from '#web/api/payments.ts';
import { failureText, toastFailure } from '#web/kit/form/failure.ts';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { type Figures, StaleFigures, useMoneySave } from '#web/office/bookings/money/use-money-save.tsx';

const FAILURE_TEXT = 'Failed to withdraw the payment link.';

type Props = Figures & {
  /** The booking as it is now. */
  read: VersionedBooking;
  onClose: () => void;
};

/** Ends the open payment link. After a conflict it shows the link that is open now, and ends that one. */
export function WithdrawPayLinkDialog({ onClose, ...opened }: Props) {
  const { read } = opened;
  const saving = useMoneySave<object, unknown>(opened, useWithdrawPayLink(read.value.id), {
    onSaved: () => {
      const text = 'The customer can no longer pay with it.';
      toast({ title: 'Payment Link Withdrawn', text, variant: 'plain' });
      onClose();
    },
    onFailed: (error) => toastFailure(FAILURE_TEXT, error),
  });
  const { payLink } = saving.payments;
  const { failure } = saving;
  const confirm = () => {
    if (saving.begin()) void saving.save({});
  };
  return (
    <ConfirmDialog
      title="Withdraw the payment link?"
      confirmText="Withdraw"
      pendingText={saving.isPending ? 'Withdrawing...' : 'Loading...'}
      isPending={saving.isPending}
      isLoading={saving.isLoading}
      error={failure && failureText(FAILURE_TEXT, failure)}
      isOver={payLink === null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="space-y-4">
        {payLink && (
          <p>
            The customer can no longer pay <strong className="text-ink">{formatUsd(payLink.amount)}</strong>{' '}
            with it, whichever mail it came with. What is due stays due.
          </p>
        )}
        <StaleFigures booking={read} saving={saving} text={payLink ? CHECK_AGAIN : ENDED} />
      </div>
    </ConfirmDialog>
  );
}

const CHECK_AGAIN = 'Check the amount of the open payment link, then withdraw it.';
const ENDED = 'The payment link has ended. The customer can no longer pay with it.';
