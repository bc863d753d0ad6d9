import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Dumpster } from '#contract/inventory.ts';
import { daysOfMonth, monthOf } from '#domain/days.ts';
import { dumpsterScheduleQuery } from '#web/api/inventory.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { todayHere } from '#web/ui/dates/today.ts';
import { Modal } from '#web/ui/dialog/Modal.tsx';
import { ComingBookings } from './ComingBookings.tsx';
import { UnitCalendar } from './UnitCalendar.tsx';

type Props = { unit: Dumpster; onClose: () => void };

/** When a unit is booked: month by month, and what is coming as a list. */
export function ScheduleDialog({ unit, onClose }: Props) {
  const id = useId();
  const today = todayHere();
  const [month, setMonth] = useState(monthOf(today));
  const days = daysOfMonth(month);
  const [first = today, last = today] = [days[0], days.at(-1)];
  const shown = useQuery(dumpsterScheduleQuery(unit.id, { from: first, to: last }));
  const coming = useQuery(dumpsterScheduleQuery(unit.id, { from: today }));
  const failed = shown.error ?? coming.error;
  const retry = () => {
    if (shown.error) void shown.refetch();
    if (coming.error) void coming.refetch();
  };
  return (
    <Modal
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(46rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-line p-4 shadow-lift sm:p-6"
    >
      <h2 id={id} className="wrap-anywhere text-xl">
        Schedule of <bdi>{unit.dumpsterNumber}</bdi>
      </h2>
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
      </div>
      <div className="mt-6 flex justify-end">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
