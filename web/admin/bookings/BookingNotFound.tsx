import { type Missing, NotFoundPanel } from '#web/table/NotFoundPanel.tsx';
import { BackToBookings } from './BackToBookings.tsx';

export function BookingNotFound(missing: Missing) {
  return (
    <NotFoundPanel
      missing={missing}
      title="Booking Not Found"
      failed="Failed to get booking"
      gone="There is no booking at this address. Perhaps its number was mistyped."
      back={(className) => <BackToBookings className={className}>Back to Bookings</BackToBookings>}
    />
  );
}
