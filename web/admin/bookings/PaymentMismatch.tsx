import type { Booking } from '#contract/staff-bookings.ts';
import { fieldText } from '#domain/booking-fields.ts';
import { type Read, useClearAttention } from '#web/api/bookings.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { toastFailure } from './failure.ts';
import { Overtaken } from './Overtaken.tsx';
import { useCareful } from './use-careful.ts';
import { useMayWrite } from './use-may-write.ts';

/** What to compare before the delivery; who may says that it was done. */
export function PaymentMismatch({ read }: { read: Read }) {
  const mayWrite = useMayWrite();
  const { id, stripePaymentIntentId } = read.value;
  const careful = useCareful<{ needsAttention: null }>(read, useClearAttention(id), {
    onSaved: ({ value }) => toast({ title: 'Checked', text: checkedText(value), look: 'plain' }),
    onFailed: (error) => toastFailure('The flag could not be taken away.', error),
  });
  const { save, isPending, forget } = careful;
  return (
    <>
      <p className="wrap-anywhere">
        What was paid differs from what was booked. Compare the payment at Stripe
        {stripePaymentIntentId && ` (${stripePaymentIntentId})`} with the deposit and the days below before
        the delivery.
      </p>
      {mayWrite && (
        <Button
          look="secondary"
          className="mt-3"
          aria-disabled={isPending}
          onClick={() => {
            if (!isPending) void save({ needsAttention: null });
          }}
        >
          {isPending ? 'Saving...' : 'Mark as checked'}
        </Button>
      )}
      <Overtaken
        read={read}
        careful={careful}
        yours={{ field: 'needsAttention', value: fieldText('needsAttention', null) }}
        onTakeTheirs={forget}
      />
    </>
  );
}

/** A missing unit may have been hidden behind the payment. */
function checkedText({ needsAttention }: Booking): string {
  return needsAttention === null
    ? 'The booking is no longer flagged.'
    : 'The payment is no longer flagged, but the booking has no dumpster.';
}
