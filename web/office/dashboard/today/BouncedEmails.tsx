import { Link } from 'react-router';
import type { TodayCount } from '#contract/today.ts';
import { bookingWorkPath } from '#web/paths.ts';

/** A line for the bookings whose e-mails come back. It links to their list. */
export function BouncedEmails({ count }: { count: TodayCount }) {
  return (
    <p className="rounded-lg border border-danger-line bg-danger-soft px-3 py-1 text-danger text-sm">
      <Link
        to={bookingWorkPath('bounced_emails')}
        className="inline-flex items-center font-semibold underline underline-offset-4 max-md:min-h-11 pointer-coarse:min-h-11"
      >
        E-mails come back at {count} {count === 1 ? 'booking' : 'bookings'}
      </Link>
    </p>
  );
}
