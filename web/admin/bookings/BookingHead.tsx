import type { Booking } from '#contract/staff-bookings.ts';
import { site } from '#web/config.ts';
import { nameOf } from '#web/ui/customer.ts';
import { momentText } from '#web/ui/dates/moment.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { PaymentBadge, StatusBadge } from '#web/ui/StatusBadge.tsx';
import { BackToBookings } from './BackToBookings.tsx';

/** Which booking this is, and how it stands; the number is known before the rest is there. */
export function BookingHead({ id, booking }: { id: number; booking: Booking | null }) {
  return (
    <>
      <BackToBookings className="-ml-1 inline-flex min-h-9 items-center gap-1 rounded-md pr-2 font-semibold text-brand text-sm hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11">
        <Icon name="left" className="size-4" />
        Back to Bookings
      </BackToBookings>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <PageHeading title={`Booking #${id}`} name={booking ? nameOf(booking) : undefined}>
          {booking ? (
            <>
              Created <time dateTime={booking.createdAt}>{momentText(booking.createdAt, site.timeZone)}</time>
            </>
          ) : (
            <span role="status">Loading the booking...</span>
          )}
        </PageHeading>
        {booking && (
          <p className="flex flex-wrap gap-2 pt-1">
            <StatusBadge status={booking.status} />
            <PaymentBadge status={booking.paymentStatus} />
          </p>
        )}
      </div>
    </>
  );
}
