import { useEffect, useRef } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { fieldText } from '#domain/booking-fields.ts';
import { ATTENTION_LABELS } from '#domain/bookings.ts';
import { BookingConflict } from '#web/admin/bookings/BookingConflict.tsx';
import { useBookingSave } from '#web/admin/bookings/use-booking-save.ts';
import { useMayWrite } from '#web/admin/bookings/use-may.ts';
import { daysText } from '#web/admin/bookings/words.ts';
import { useClearAttention } from '#web/api/booking-units.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { toastFailure } from '#web/form/failure.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

type Props = { read: VersionedBooking; onAssign: () => void };

/** Why staff must check a booking, and the action that resolves it. */
export function AttentionNotice({ read, onAssign }: Props) {
  const mayWrite = useMayWrite();
  const { needsAttention } = read.value;
  useFocusOnHeading(needsAttention);
  if (!needsAttention) return null;
  return (
    <Notice variant="danger" role="note">
      <p className="font-semibold">{ATTENTION_LABELS[needsAttention]}</p>
      {needsAttention === 'no_unit' ? (
        <>
          <p>No dumpster is set aside for {daysText(read.value)}.</p>
          {mayWrite && (
            <Button variant="secondary" className="mt-3" onClick={onAssign}>
              Assign a dumpster
            </Button>
          )}
        </>
      ) : (
        <PaymentMismatch read={read} />
      )}
    </Notice>
  );
}

/** The button is removed together with the flag; then the page's heading gets the focus. */
function useFocusOnHeading(flag: string | null): void {
  const shown = useRef(flag);
  useEffect(() => {
    const isGone = shown.current !== null && shown.current !== flag;
    shown.current = flag;
    if (isGone && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [flag]);
}

/** What to compare before the delivery. Users with write access can mark it as checked. */
function PaymentMismatch({ read }: { read: VersionedBooking }) {
  const mayWrite = useMayWrite();
  const { id, stripePaymentIntentId } = read.value;
  const saving = useBookingSave<{ needsAttention: null }>(read, useClearAttention(id), {
    onSaved: ({ value }) => toast({ title: 'Checked', text: checkedText(value), variant: 'plain' }),
    onFailed: (error) => toastFailure('The flag could not be cleared.', error),
  });
  const { save, isPending, discard } = saving;
  return (
    <>
      <p className="wrap-anywhere">
        What was paid differs from what was booked. Compare the payment at Stripe
        {stripePaymentIntentId && ` (${stripePaymentIntentId})`} with the deposit and the days below before
        the delivery.
      </p>
      {mayWrite && (
        <Button
          variant="secondary"
          className="mt-3"
          aria-disabled={isPending}
          onClick={() => {
            if (!isPending) void save({ needsAttention: null });
          }}
        >
          {isPending ? 'Saving...' : 'Mark as checked'}
        </Button>
      )}
      <BookingConflict
        read={read}
        saving={saving}
        input={{ field: 'needsAttention', text: fieldText('needsAttention', null) }}
        onDiscard={discard}
      />
    </>
  );
}

/** The flag of the payment may have hidden a missing unit. */
function checkedText({ needsAttention }: Booking): string {
  return needsAttention === null
    ? 'The booking is no longer flagged.'
    : 'The payment is no longer flagged, but the booking has no dumpster.';
}
