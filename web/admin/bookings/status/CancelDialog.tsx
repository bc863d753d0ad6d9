import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { BookingPayments } from '#contract/payments.ts';
import { BOOKING_STATUS_LABELS } from '#domain/bookings.ts';
import { formatUsd } from '#domain/money.ts';
import { BookingConflict } from '#web/admin/bookings/BookingConflict.tsx';
import type { FullRefund } from '#web/admin/bookings/money/refund/refund-result.ts';
import { useMay } from '#web/admin/bookings/use-may.ts';
import { daysText } from '#web/admin/bookings/words.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { bookingPaymentsQuery } from '#web/api/payments.ts';
import { CheckboxField } from '#web/form/CheckboxField.tsx';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { failureText } from '#web/form/failure.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { Fact, Facts } from '#web/ui/Card.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { customerFullName } from '#web/ui/names.ts';
import { useStatusChange } from './use-status-change.ts';

type Props = {
  read: VersionedBooking;
  /** Set if the dialog opens after a full refund; 'pending': the bank has not confirmed all of it. */
  afterRefund: FullRefund | null;
  /** Called after the cancellation with the refundable amount. `etag`: the new version of the booking. */
  onRefund: (opened: { payments: BookingPayments; etag: string | null }) => void;
  onClose: () => void;
};

/** Asks before a booking is cancelled, says what the cancellation ends, and offers the refund. */
export function CancelDialog({ read, afterRefund, onRefund, onClose }: Props) {
  const { id, email, status } = read.value;
  const mayRefund = useMay('payments:refund');
  const payments = useQuery(bookingPaymentsQuery(read));
  const [notifyCustomer, setNotifyCustomer] = useState(email !== null);
  const { saving, failure, save } = useStatusChange(read, ({ etag }) => {
    const money = payments.data;
    // The cancellation has ended an open link, so the refund dialog gets none.
    if (money && money.refundable > 0 && mayRefund) onRefund({ payments: { ...money, payLink: null }, etag });
    else onClose();
  });
  const isLoading = payments.isLoading;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save({ status: 'cancelled', notifyCustomer });
  };
  return (
    <FormDialog
      title={`Cancel booking #${id}?`}
      text={
        afterRefund &&
        `${REFUND_STATES[afterRefund]} The booking is still ${BOOKING_STATUS_LABELS[status]} and keeps its dumpster until it is cancelled.`
      }
      submitText="Cancel booking"
      closeText="Keep booking"
      pendingText={isLoading ? 'Loading...' : 'Cancelling...'}
      isPending={saving.isPending}
      isLoading={isLoading}
      isDirty={false}
      error={failure && failureText('Failed to update booking status.', failure)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Facts areShort>
        <Fact name="Customer">
          <bdi>{customerFullName(read.value)}</bdi>
        </Fact>
        <Fact name="Rental days">{daysText(read.value)}</Fact>
        {payments.data && <Fact name="Paid">{formatUsd(payments.data.paid)}</Fact>}
        {payments.data && <Fact name="Can be refunded">{formatUsd(payments.data.refundable)}</Fact>}
      </Facts>
      {payments.data && <Consequences payments={payments.data} mayRefund={mayRefund} />}
      {payments.error && (
        <LoadFailure
          failed="The payments could not be loaded."
          error={payments.error}
          isFetching={payments.isFetching}
          onRetry={() => void payments.refetch()}
        />
      )}
      {email === null ? (
        <p>The customer gave no e-mail address. Call the customer about the cancellation.</p>
      ) : (
        <CheckboxField
          name="notifyCustomer"
          label="Notify the customer by e-mail"
          hint={
            <span className="wrap-anywhere">To {email}, with a calendar file that removes the entry.</span>
          }
          error={undefined}
          id="notifyCustomer"
          checked={notifyCustomer}
          onChange={({ target }) => setNotifyCustomer(target.checked)}
        />
      )}
      <BookingConflict
        read={read}
        saving={saving}
        input={{ field: 'status', text: BOOKING_STATUS_LABELS.cancelled }}
        onDiscard={onClose}
      />
    </FormDialog>
  );
}

const REFUND_STATES: Readonly<Record<FullRefund, string>> = {
  succeeded: 'All that was paid is refunded.',
  pending: 'The refund of all that was paid is pending at the bank.',
};

/** What the cancellation ends, and what staff still have to do. */
function Consequences({ payments, mayRefund }: { payments: BookingPayments; mayRefund: boolean }) {
  const { refundable, payLink } = payments;
  const amount = formatUsd(refundable);
  return (
    <div className="space-y-3">
      {payLink && (
        <Notice variant="attention">
          The open payment link for {formatUsd(payLink.amount)} ends: the customer can no longer pay with it.
        </Notice>
      )}
      <p>{refundable === 0 ? 'Nothing is left to refund.' : refundText(amount, mayRefund)}</p>
    </div>
  );
}

function refundText(amount: string, mayRefund: boolean): string {
  return mayRefund
    ? `Cancelling refunds nothing. You can refund up to ${amount} in the next step.`
    : `Cancelling refunds nothing. An administrator can refund up to ${amount}.`;
}
