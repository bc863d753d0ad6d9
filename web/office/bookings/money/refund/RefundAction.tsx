import type { Booking } from '#contract/staff-bookings.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import type { Money } from '#web/office/bookings/money/money.ts';
import { useMay } from '#web/office/bookings/use-may.ts';

/** `amount`: the proposed amount in cents; null for all. */
type Props = Money & { booking: Booking; onRefund: (amount: number | null) => void };

/** Opens the refund dialog. If more is paid than the final price, proposes the difference. */
export function RefundAction({ booking, payments, isOff, offReasonId, onRefund }: Props) {
  const mayRefund = useMay('payments:refund');
  const { paidAmount, finalPrice, paymentStatus } = booking;
  const { refundable } = payments;
  const difference = finalPrice === null ? 0 : refundable - finalPrice;
  const isOffered = mayRefund && paymentStatus !== 'refunded' && paidAmount > 0;
  if (!isOffered && difference <= 0) return null;
  const isNothingLeft = refundable === 0;
  const press = (amount: number | null) => !isOff && !isNothingLeft && onRefund(amount);
  const off = { 'aria-disabled': isOff || isNothingLeft, 'aria-describedby': offReasonId };
  return (
    <div>
      {difference > 0 && (
        <p className="text-sm">
          The customer has paid <strong className="tabular-nums">{formatUsd(difference)}</strong> more than
          the final price.
        </p>
      )}
      {isOffered && difference > 0 && (
        <Button {...off} className="mt-3 w-full aria-disabled:opacity-55" onClick={() => press(difference)}>
          Refund the difference
        </Button>
      )}
      {isOffered && (
        <Button
          {...off}
          variant="secondary"
          className="w-full aria-disabled:opacity-55 not-first:mt-3"
          onClick={() => press(null)}
        >
          Refund Payment
        </Button>
      )}
      {isOffered && isNothingLeft && (
        <p className="mt-2 text-ink-soft text-sm">All that was paid is refunded, or on its way back.</p>
      )}
    </div>
  );
}
