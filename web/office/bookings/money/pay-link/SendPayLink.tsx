import { formatUsd } from '#domain/shared/money.ts';
import { useCreatePayLink } from '#web/api/payments.ts';
import { toastFailure } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import type { Money } from '#web/office/bookings/money/money.ts';

type Props = Money & { variant: 'primary' | 'secondary' };

/** Sends the customer a link to pay the balance due. */
export function SendPayLink({ isOff, offReasonId, variant, ...money }: Props) {
  const { send, isPending } = useSendPayLink(money);
  const label = money.hasEmail ? 'Send payment link' : 'Create payment link';
  return (
    <Button
      variant={variant}
      className="mt-3 w-full aria-disabled:opacity-55"
      aria-disabled={isOff || isPending}
      aria-describedby={offReasonId}
      onClick={() => isOff || isPending || void send()}
    >
      {isPending ? 'Sending...' : label}
    </Button>
  );
}

/** E-mails a payment URL to a customer with an address, and returns one for staff. */
export function useSendPayLink({
  bookingId,
  hasEmail,
  etag,
}: Pick<Money, 'bookingId' | 'hasEmail' | 'etag'>) {
  const create = useCreatePayLink(bookingId, etag);
  /** The new URL; null after a failure, which is shown. */
  const make = async () => {
    try {
      return await create.mutateAsync(crypto.randomUUID());
    } catch (error) {
      toastFailure('Failed to send the payment link.', error);
      return null;
    }
  };
  const send = async () => {
    const made = await make();
    if (!made) return;
    const amount = formatUsd(made.amount);
    toast(
      hasEmail
        ? {
            title: 'Payment Link Sent',
            text: `The customer is mailed a link to pay ${amount}.`,
            variant: 'plain',
          }
        : {
            title: 'Payment Link Created',
            text: `Copy the link to pay ${amount} for the customer.`,
            variant: 'plain',
          },
    );
  };
  return { make, send, isPending: create.isPending };
}
