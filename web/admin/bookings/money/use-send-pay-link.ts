import { formatUsd } from '#domain/money.ts';
import { toastFailure } from '#web/admin/bookings/failure.ts';
import { useCreatePayLink } from '#web/api/payments.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import type { Money } from './money.ts';

/** Mails the customer an address to pay at, and gives one to staff. */
export function useSendPayLink({ bookingId, etag }: Pick<Money, 'bookingId' | 'etag'>) {
  const create = useCreatePayLink(bookingId, etag);
  /** The new address; null when there is none, which is told. */
  const make = async () => {
    try {
      return await create.mutateAsync();
    } catch (error) {
      toastFailure('Failed to send the pay link.', error);
      return null;
    }
  };
  const send = async () => {
    const made = await make();
    if (!made) return;
    const text = `The customer is mailed a link to pay ${formatUsd(made.amount)}.`;
    toast({ title: 'Pay Link Sent', text, look: 'plain' });
  };
  return { make, send, isPending: create.isPending };
}
