import { useForm } from 'react-hook-form';
import type { BookingTransaction } from '#contract/payments.ts';
import { paymentMethodLabel } from '#domain/money/recorded.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { useVoidPayment } from '#web/api/payments.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { failureText, toastFailure } from '#web/kit/form/failure.ts';
import { createSubmitHandler } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { announce } from '#web/kit/ui/Announcer.tsx';

const FAILURE_TEXT = 'Failed to void the payment.';

type Props = {
  read: VersionedBooking;
  payment: BookingTransaction;
  onVoided: () => void;
  onClose: () => void;
};

/** Voids a payment outside Stripe: recorded by mistake, or its check bounced. */
export function VoidPaymentDialog({ read, payment, onVoided, onClose }: Props) {
  const { id } = read.value;
  const voiding = useVoidPayment(id, read.etag);
  const form = useForm({ defaultValues: { reason: '' } });
  const { register, formState } = form;
  const submit = createSubmitHandler(form, {
    save: ({ reason }) => voiding.mutateAsync({ paymentId: payment.id, reason }),
    onSaved: ({ booking }) => {
      announce(`The payment is voided. ${formatUsd(booking.balanceDue)} is due now.`);
      onVoided();
    },
    onFailed: (error) => toastFailure(FAILURE_TEXT, error),
  });
  const method = paymentMethodLabel(payment.paymentMethod ?? '').toLowerCase();
  return (
    <FormDialog
      title="Void this payment?"
      text={`${formatUsd(payment.amount)} by ${method}, booking #${id}. It stays in the list as voided, and the amount is due again.`}
      submitText="Void payment"
      pendingText="Voiding..."
      isPending={voiding.isPending}
      isDirty={formState.isDirty}
      error={voiding.error && failureText(FAILURE_TEXT, voiding.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...register('reason', { validate: (text) => text.trim() !== '' || 'Enter the reason' })}
        label="Reason"
        hint="For example: the check bounced"
        autoComplete="off"
        maxLength={500}
        error={formState.errors.reason?.message}
      />
    </FormDialog>
  );
}
