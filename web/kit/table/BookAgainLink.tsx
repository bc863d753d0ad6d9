import { Link } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { buttonClass } from '#web/kit/ui/Button.tsx';
import { PATHS } from '#web/paths.ts';
import { useMayBook } from './NewBookingLink.tsx';

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
    firstName,
    lastName,
    phone,
    address,
    city,
    state,
    zip,
    email: email ?? '',
    company: company ?? '',
    secondPhone: secondPhone ?? '',
  };
  return (
    <Link to={PATHS.adminNewBooking} state={{ customer }} className={buttonClass('secondary', className)}>
      Book again
    </Link>
  );
}
