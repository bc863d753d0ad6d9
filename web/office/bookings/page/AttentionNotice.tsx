import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { stripeIdOf } from '#domain/money/shares.ts';
import { fieldText } from '#domain/rental/booking-fields.ts';
import { ATTENTION_LABELS, type AttentionReason } from '#domain/rental/bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { useClearAttention } from '#web/api/booking-units.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { bookingRecordsQuery } from '#web/api/driver-records.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { BookingConflict } from '#web/office/bookings/BookingConflict.tsx';
import { useBookingSave } from '#web/office/bookings/use-booking-save.ts';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { daysText } from '#web/office/bookings/words.ts';
import { DryRunOffer } from './DryRunOffer.tsx';

type Props = { read: VersionedBooking; onAssign: () => void };

/** Why staff must check a booking, the most urgent reason first, and the action that resolves each. */
export function AttentionNotice({ read, onAssign }: Props) {
  const { attention, needsAttention } = read.value;
  useFocusOnHeading(needsAttention);
  return attention.map((reason) => (
    <Notice key={reason} variant="danger" role="note">
      <p className="font-semibold">{ATTENTION_LABELS[reason]}</p>
      <Resolution reason={reason} read={read} onAssign={onAssign} />
    </Notice>
  ));
}

function Resolution({ reason, read, onAssign }: Props & { reason: AttentionReason }) {
  const mayWrite = useMayWrite();
  switch (reason) {
    case 'payment_mismatch':
      return <PaymentMismatch read={read} />;
    case 'no_unit':
      return (
        <>
          <p>No unit is set aside for {daysText(read.value)}.</p>
          {mayWrite && (
            <Button variant="secondary" className="mt-3" onClick={onAssign}>
              Assign a unit
            </Button>
          )}
        </>
      );
    case 'unit_out_of_service':
      return <OutOfService isOnSite={read.value.isOnSite} onMove={mayWrite ? onAssign : null} />;
    case 'permit':
      return <p>{permitText(read.value)}</p>;
    case 'unit_not_back':
      return <p>The unit of this booking is still at another customer.</p>;
    case 'attempted':
      return (
        <>
          <AttemptText bookingId={read.value.id} />
          {mayWrite && <DryRunOffer read={read} />}
        </>
      );
  }
}

/** On site, it is the unit of an exchange to come: the card of jobs moves that one. */
function OutOfService({ isOnSite, onMove }: { isOnSite: boolean; onMove: (() => void) | null }) {
  if (isOnSite)
    return <p>The unit for the exchange is out of service. Choose another one in Delivery and Pickup.</p>;
  return (
    <>
      <p>
        The unit of this booking is out of service. If no other unit is free, move the delivery to another
        day.
      </p>
      {onMove && (
        <Button variant="secondary" className="mt-3" onClick={onMove}>
          Move to another unit
        </Button>
      )}
    </>
  );
}

/** What the driver gave as the reason of the last stop that was not completed. */
function AttemptText({ bookingId }: { bookingId: number }) {
  const { data } = useQuery(bookingRecordsQuery(bookingId));
  const last = data?.filter(({ status }) => status === 'attempted').at(-1);
  return (
    <>
      {last?.outcomeReason && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {last.outcomeReason}
        </p>
      )}
      <p>The driver could not complete a stop. Call the customer and plan it again.</p>
    </>
  );
}

function permitText({ permitNumber, permitExpires, pickupDay }: Booking): string {
  if (permitNumber === null || permitExpires === null) {
    return 'The unit goes on a street that needs a permit. Enter its number and last day below.';
  }
  return `The permit ends on ${formatDay(permitExpires)}, before the pickup on ${formatDay(pickupDay)}.`;
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
    onSaved: ({ value }) => announce(checkedText(value)),
    onFailed: (error) => toastFailure('The flag could not be cleared.', error),
  });
  const { save, isPending, discard } = saving;
  return (
    <>
      <p className="wrap-anywhere">
        What was paid differs from what was booked. Compare the payment at Stripe
        {stripePaymentIntentId && ` (${stripeIdOf(stripePaymentIntentId)})`} with the deposit and the days
        below before the delivery.
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
function checkedText({ attention }: Booking): string {
  if (attention.length === 0) return 'The booking is no longer flagged.';
  return attention.includes('no_unit')
    ? 'The payment is no longer flagged, but the booking has no unit.'
    : 'The payment is no longer flagged. See the other reasons.';
}
