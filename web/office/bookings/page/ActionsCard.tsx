import { remainingAmount } from '#domain/money/balance.ts';
import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { useSendReminder } from '#web/api/booking-units.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { StatusBadge } from '#web/kit/ui/StatusBadge.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { BookingDialog } from '#web/office/bookings/BookingDialog.tsx';
import { MoneyActions } from '#web/office/bookings/money/MoneyActions.tsx';
import { PriceForm } from '#web/office/bookings/price/PriceForm.tsx';
import { PickedUpDialog } from '#web/office/bookings/status/PickedUpDialog.tsx';
import { ReopenDialog } from '#web/office/bookings/status/ReopenDialog.tsx';
import { isConfirmationEmailed, StatusMenu } from '#web/office/bookings/status/StatusMenu.tsx';
import { useStatusChange } from '#web/office/bookings/status/use-status-change.ts';
import { useBookingDialog } from '#web/office/bookings/use-booking-dialog.ts';
import { useMay, useMayWrite } from '#web/office/bookings/use-may.ts';
import { priceText } from '#web/office/bookings/words.ts';

const SUMS = 'booking-sums';

/** The actions on a booking that the user is allowed to take. */
export function ActionsCard({ read }: { read: VersionedBooking }) {
  const mayWrite = useMayWrite();
  const mayPrice = useMay('bookings:override-price');
  const booking = read.value;
  const { opened, open, close } = useBookingDialog(SUMS);
  return (
    <Card title={mayWrite ? 'Actions' : 'Status and Price'}>
      <div className="divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        {mayWrite && !booking.isCancelling ? (
          <StatusAction read={read} onCancel={() => open({ dialog: 'cancel' })} />
        ) : (
          <p>
            <StatusBadge {...booking} />
          </p>
        )}
        <Sums booking={booking} />
        {mayWrite && booking.status === 'pending' && booking.email !== null && <ReminderAction read={read} />}
        {mayPrice && <PriceForm read={read} />}
        <MoneyActions read={read} onOpen={open} />
      </div>
      {opened && <BookingDialog read={read} opened={opened} onOpen={open} onClose={close} />}
    </Card>
  );
}

function Sums({ booking }: { booking: VersionedBooking['value'] }) {
  const { finalPrice, expectedTotal, refundAmount, paidAmount, dueLater } = booking;
  const remaining = remainingAmount(booking);
  return (
    <dl id={SUMS} tabIndex={-1} className="space-y-1.5 text-sm tabular-nums">
      <Sum name="Current final price" amount={priceText(finalPrice)} />
      {finalPrice === null && expectedTotal !== null && (
        <Sum name="Expected total" amount={formatUsd(expectedTotal)} />
      )}
      <Sum name="Paid so far" amount={formatUsd(paidAmount)} />
      {Boolean(refundAmount) && <Sum name="Refunded so far" amount={formatUsd(refundAmount ?? 0)} />}
      {(finalPrice !== null || remaining > 0) && (
        <Sum name="Balance due" amount={formatUsd(remaining)} isStrong />
      )}
      {dueLater !== null && dueLater > 0 && <Sum name="Due later" amount={formatUsd(dueLater)} isStrong />}
    </dl>
  );
}

function Sum({ name, amount, isStrong = false }: { name: string; amount: string; isStrong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${isStrong ? 'font-semibold' : ''}`}>
      <dt className={isStrong ? '' : 'text-ink-soft'}>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}

/** Reminds the customer of a pending booking by e-mail. */
function ReminderAction({ read }: { read: VersionedBooking }) {
  const { id, email } = read.value;
  const send = useSendReminder(id);
  const press = () =>
    send.mutate(
      { ifMatch: read.etag },
      {
        onSuccess: () =>
          toast({ title: 'Reminder Queued', text: `It goes to ${email} in a moment.`, variant: 'plain' }),
        onError: (error) => toastFailure('Failed to send the reminder.', error),
      },
    );
  return (
    <div>
      <Button
        variant="secondary"
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

type Props = { read: VersionedBooking; onCancel: () => void };

/** Sets the status. After a conflict the picked status stays until the user decides. 'Cancelled' asks first. */
function StatusAction({ read, onCancel }: Props) {
  const { saving, status, pick, asked, warned } = useStatusChange(read);
  return (
    <div>
      <p aria-hidden="true" className="mb-1 font-semibold text-sm">
        Status
      </p>
      <StatusMenu
        bookingId={read.value.id}
        status={status}
        canEmail={isConfirmationEmailed(read.value)}
        isPending={saving.isPending}
        onPick={(picked) => (picked.status === 'cancelled' ? onCancel() : pick(picked))}
        className="w-full"
      />
      {asked && <PickedUpDialog bookingId={read.value.id} {...asked} />}
      {warned && <ReopenDialog bookingId={read.value.id} {...warned} />}
      <BookingConflict
        read={read}
        saving={saving}
        input={{ field: 'status', text: BOOKING_STATUS_LABELS[status] }}
        onDiscard={saving.discard}
      />
    </div>
  );
}
