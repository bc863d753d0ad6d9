import type { Booking } from '#contract/staff-bookings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useMayWrite } from './use-may-write.ts';
import { ATTENTION_LABELS, daysText } from './words.ts';

type Props = { booking: Booking; onAssign: () => void };

/** Why a booking must be looked at, and the way out. */
export function AttentionNotice({ booking, onAssign }: Props) {
  const mayWrite = useMayWrite();
  const { needsAttention, stripePaymentIntentId } = booking;
  if (!needsAttention) return null;
  return (
    <Notice look="danger" role="note">
      <p className="font-semibold">{ATTENTION_LABELS[needsAttention]}</p>
      {needsAttention === 'no_unit' ? (
        <>
          <p>No dumpster is set aside for {daysText(booking)}.</p>
          {mayWrite && (
            <Button look="secondary" className="mt-3" onClick={onAssign}>
              Assign a dumpster
            </Button>
          )}
        </>
      ) : (
        <p className="wrap-anywhere">
          What was paid differs from what was booked. Compare the payment at Stripe
          {stripePaymentIntentId && ` (${stripePaymentIntentId})`} with the deposit and the days below before
          the delivery.
        </p>
      )}
    </Notice>
  );
}
