import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Dumpster, UnitScheduleEntry } from '#contract/inventory.ts';
import { type Day, daysOfMonth, monthOf } from '#domain/shared/days.ts';
import { dumpsterScheduleQuery } from '#web/api/inventory.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/kit/ui/dialog/Dialog.tsx';
import { bookingPath } from '#web/paths.ts';
import { UnitCalendar } from './UnitCalendar.tsx';
import { UnitLocationSection } from './UnitLocationSection.tsx';
import { daysWords } from './words.ts';

type Props = {
  unit: Dumpster;
  onClose: () => void;
  /** Shows where the coming bookings can go; null for roles that cannot move them. */
  onMove: ((unit: Dumpster) => void) | null;
  /** Null for roles that cannot correct where the unit is. */
  onLocation: ((unit: Dumpster) => void) | null;
};

/** The schedule of a unit: a calendar by month, and a list of upcoming bookings. */
export function ScheduleDialog({ unit, onClose, onMove, onLocation }: Props) {
  const today = todayHere();
  const [month, setMonth] = useState(monthOf(today));
  const days = daysOfMonth(month);
  const [first = today, last = today] = [days[0], days.at(-1)];
  const shown = useQuery(dumpsterScheduleQuery(unit.id, { from: first, to: last }));
  const coming = useQuery(dumpsterScheduleQuery(unit.id, { from: today }));
  const hasBookings = coming.data?.some(({ bookingId }) => bookingId !== null) ?? false;
  const failed = shown.error ?? coming.error;
  const retry = () => {
    if (shown.error) void shown.refetch();
    if (coming.error) void coming.refetch();
  };
  return (
    <Dialog
      title={
        <>
          Schedule of <bdi>{unit.dumpsterNumber}</bdi>
        </>
      }
      layout="calendar"
      onClose={onClose}
    >
      <p className="mt-1 text-ink-soft text-sm">
        {unit.dumpsterType}, {unit.isAvailable ? 'in service' : 'out of service; what is booked stays'}.
      </p>
      {unit.notes && (
        <p dir="auto" className="wrap-anywhere mt-2 max-h-24 overflow-y-auto whitespace-pre-line text-sm">
          {unit.notes}
        </p>
      )}
      {failed && (
        <div className="mt-4">
          <LoadFailure
            failed="The schedule could not be loaded."
            error={failed}
            isFetching={shown.isFetching || coming.isFetching}
            onRetry={retry}
          />
        </div>
      )}
      <div className="mt-4 space-y-6">
        <UnitCalendar
          month={month}
          today={today}
          entries={shown.data ?? null}
          isFetching={shown.isFetching}
          onMonth={setMonth}
        />
        {!coming.error && <ComingBookings entries={coming.data ?? null} today={today} />}
        <UnitLocationSection unit={unit} onCorrect={onLocation && (() => onLocation(unit))} />
      </div>
      <DialogButtons>
        {onMove && !unit.isAvailable && hasBookings && (
          <Button variant="secondary" onClick={() => onMove(unit)}>
            Move bookings...
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

type ComingBookingsProps = { entries: readonly UnitScheduleEntry[] | null; today: Day };

/** The bookings and holds of the unit from today on. A booking can be moved on its page. */
function ComingBookings({ entries, today }: ComingBookingsProps) {
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
                {startDate <= today && <Badge variant="good">Now</Badge>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
