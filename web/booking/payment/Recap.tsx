import type { PendingBooking } from '#web/booking/history/entries.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

/** To whom and where, in one look before paying. */
export function Recap({ booking }: { booking: PendingBooking }) {
  const { firstName, lastName, email, address, city, state, zip } = booking;
  return (
    <dl className="grid gap-x-8 gap-y-3 *:min-w-0 sm:grid-cols-2">
      <div>
        <dt className="text-ink-soft text-sm">Delivery to</dt>
        <dd className="wrap-anywhere">
          {address}, {city}, {state} {zip}
        </dd>
      </div>
      <div>
        <dt className="text-ink-soft text-sm">Booked by</dt>
        <dd className="wrap-anywhere">
          {firstName} {lastName}, <EmailText email={email} />
        </dd>
      </div>
    </dl>
  );
}
