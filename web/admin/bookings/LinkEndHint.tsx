import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '#domain/money.ts';
import type { Read } from '#web/api/bookings.ts';
import { bookingPaymentsQuery } from '#web/api/payments.ts';

/** Said beside every price field, before a new price ends an open payment link. */
export function LinkEndHint({ read }: { read: Read }) {
  const link = useQuery(bookingPaymentsQuery(read)).data?.payLink;
  return (
    <p role="status" className="mt-2 text-ink-soft text-sm empty:hidden">
      {link && `Another price ends the open payment link for ${formatUsd(link.amount)}.`}
    </p>
  );
}
