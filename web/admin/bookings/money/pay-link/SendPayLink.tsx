import { formatUsd } from '#domain/money.ts';
import type { Money } from '#web/admin/bookings/money/money.ts';
import { useCreatePayLink } from '#web/api/payments.ts';
import { toastFailure } from '#web/form/failure.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

type Props = Money & { variant: 'primary' | 'secondary' };

/** Sends the customer a link to pay the balance due. */
export function SendPayLink({ isOff, offReasonId, variant, ...money }: Props) {
  const { send, isPending } = useSendPayLink(money);
  return (
    <Button
      variant={variant}
      className="mt-3 w-full aria-disabled:opacity-55"
      aria-disabled={isOff || isPending}
      aria-describedby={offReasonId}
      onClick={() => isOff || isPending || void send()}
    >
      {isPending ? 'Sending...' : 'Send payment link'}
    </Button>
  );
}

/** E-mails the customer a payment URL, and returns one for staff. */
export function useSendPayLink({ bookingId, etag }: Pick<Money, 'bookingId' | 'etag'>) {
  const create = useCreatePayLink(bookingId, etag);
  /** The new URL; null after a failure, which is shown. */
  const make = async () => {
    try {
      return await create.mutateAsync();
    } catch (error) {
      toastFailure('Failed to send the payment link.', error);
      return null;
    }
  };
  const send = async () => {
    const made = await make();
    if (!made) return;
    const text = `The customer is mailed a link to pay ${formatUsd(made.amount)}.`;
    toast({ title: 'Payment Link Sent', text, variant: 'plain' });
  };
  return { make, send, isPending: create.isPending };
}
