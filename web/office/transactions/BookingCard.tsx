import { Link } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { buttonClass } from '#web/kit/ui/Button.tsx';
import { Card, Fact } from '#web/kit/ui/Card.tsx';
import { EmailLink } from '#web/kit/ui/ContactLinks.tsx';
import { StatusBadge } from '#web/kit/ui/StatusBadge.tsx';
import { bookingPath } from '#web/paths.ts';

export function BookingCard({ booking }: { booking: Booking | null }) {
  return <Card title="Related Booking">{booking ? <BookingFacts booking={booking} /> : <NoBooking />}</Card>;
}

function BookingFacts({ booking }: { booking: Booking }) {
  const { id, firstName, lastName, email, rentalTitle, deliveryDate } = booking;
  const { address, city, state, zip } = booking;
  return (
    <>
      <dl className="space-y-3">
        <Fact name="Customer">
          <bdi className="block font-semibold">
            {firstName} {lastName}
          </bdi>
          {email === null ? 'No e-mail' : <EmailLink email={email} />}
        </Fact>
        <Fact name="Type">{rentalTitle}</Fact>
        <Fact name="Status">
          <StatusBadge {...booking} />
        </Fact>
        <Fact name="Delivery date">{formatDay(deliveryDate)}</Fact>
        <Fact name="Address">
          <address className="not-italic">
            <bdi className="block">{address}</bdi>
            <span className="block">
              <bdi>{city}</bdi>, {state} {zip}
            </span>
          </address>
        </Fact>
      </dl>
      <Link to={bookingPath(id)} className={buttonClass('secondary', 'mt-5 w-full')}>
        View Booking Details
      </Link>
    </>
  );
}

function NoBooking() {
  return (
    <>
      <p className="font-semibold">No Booking Found</p>
      <p className="mt-1 text-ink-soft text-sm">No booking has come of this payment.</p>
    </>
  );
}
