import { Link } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { can } from '#domain/accounts/access.ts';
import { useTabSession } from '#web/api/session.ts';
import { PATHS } from '#web/paths.ts';
import { buttonClass } from '#web/ui/Button.tsx';

/** Opens the page for a booking by phone; the key N does the same. */
export function NewBookingLink() {
  if (!useMayBook()) return null;
  return (
    <Link to={PATHS.adminNewBooking} aria-keyshortcuts="n" className={buttonClass('primary')}>
      New booking
    </Link>
  );
}

type Person = Pick<Booking, 'firstName' | 'lastName' | 'phone' | 'address' | 'city' | 'state' | 'zip'> & {
  email: string | null;
  company?: string | null;
  secondPhone?: string | null;
};

/** Opens a new booking with the customer and the address of this one. */
export function BookAgainLink({ person, className = '' }: { person: Person; className?: string }) {
  if (!useMayBook()) return null;
  const { firstName, lastName, email, phone, address, city, state, zip, company, secondPhone } = person;
  const customer = {
    ...{ firstName, lastName, phone, address, city, state, zip },
    ...{ email: email ?? '', company: company ?? '', secondPhone: secondPhone ?? '' },
  };
  return (
    <Link to={PATHS.adminNewBooking} state={{ customer }} className={buttonClass('secondary', className)}>
      Book again
    </Link>
  );
}

/** Whether the user may make and change bookings. */
export function useMayBook(): boolean {
  const { sessionState } = useTabSession();
  return sessionState.status === 'signedIn' && can(sessionState.role, 'bookings:write');
}
