import { Link } from 'react-router';
import { can } from '#domain/accounts/access.ts';
import { useTabSession } from '#web/api/session.ts';
import { buttonClass } from '#web/kit/ui/Button.tsx';
import { PATHS } from '#web/paths.ts';

/** Opens the page for a booking by phone; the key N does the same. */
export function NewBookingLink() {
  if (!useMayBook()) return null;
  return (
    <Link to={PATHS.adminNewBooking} aria-keyshortcuts="n" className={buttonClass('primary')}>
      New booking
    </Link>
  );
}

/** Whether the user may make and change bookings. */
export function useMayBook(): boolean {
  const { sessionState } = useTabSession();
  return sessionState.status === 'signedIn' && can(sessionState.role, 'bookings:write');
}
