import { Link } from 'react-router';
import type { Delivery } from '#contract/deliveries.ts';
import { bookingPath, PATHS } from '#web/paths.ts';

const LINK =
  'inline-flex min-h-9 items-center font-semibold text-brand underline underline-offset-4 hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11';

/** The booking or the account that a delivery is about, with the way to it. */
export function About({ delivery: { bookingId, username } }: { delivery: Delivery }) {
  if (bookingId !== null) {
    return (
      <Link to={bookingPath(bookingId)} className={`${LINK} whitespace-nowrap tabular-nums`}>
        Booking #{bookingId}
      </Link>
    );
  }
  if (username === null) return <span className="whitespace-nowrap text-ink-soft">Not known</span>;
  return (
    <Link to={`${PATHS.adminUsers}?search=${encodeURIComponent(username)}`} className={LINK}>
      <span className="sr-only">Account</span> @<bdi className="wrap-anywhere">{username}</bdi>
    </Link>
  );
}
