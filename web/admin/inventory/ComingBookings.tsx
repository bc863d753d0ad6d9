import { useId } from 'react';
import { Link } from 'react-router';
import type { UnitScheduleEntry } from '#contract/inventory.ts';
import type { Day } from '#domain/days.ts';
import { bookingPath } from '#web/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { daysWords } from './words.ts';

type Props = { entries: readonly UnitScheduleEntry[] | null; today: Day };

/** What has the unit's days from today on. A booking's page is where it can be moved. */
export function ComingBookings({ entries, today }: Props) {
  const id = useId();
  const bookings = entries?.filter(({ bookingId }) => bookingId !== null) ?? [];
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-lg">
        Coming bookings{bookings.length > 0 ? ` (${bookings.length})` : ''}
      </h3>
      {!entries && (
        <div role="status" className="mt-2">
          <span className="sr-only">Loading the coming bookings...</span>
          <div aria-hidden="true" className="h-16 animate-pulse rounded-md bg-sunk" />
        </div>
      )}
      {entries?.length === 0 && <p className="mt-1 text-ink-soft text-sm">No coming bookings.</p>}
      {entries && entries.length > 0 && (
        <>
          {bookings.length > 0 && (
            <p className="mt-1 text-ink-soft text-sm">Open a booking to move it to another dumpster.</p>
          )}
          <ul className="mt-2 divide-y divide-line border-line border-y">
            {entries.map(({ id: entryId, bookingId, startDate, endDate }) => (
              <li key={entryId} className="flex flex-wrap items-center gap-x-4 text-sm tabular-nums">
                {bookingId === null ? (
                  <span className="touch inline-flex min-w-28 items-center text-ink-soft">Unpaid hold</span>
                ) : (
                  <Link
                    to={bookingPath(bookingId)}
                    className="touch inline-flex min-w-28 items-center font-semibold text-brand underline underline-offset-4 hover:text-brand-strong"
                  >
                    Booking #{bookingId}
                  </Link>
                )}
                <span className="py-2">{daysWords({ from: startDate, to: endDate })}</span>
                {startDate <= today && <Badge look="good">Now</Badge>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
