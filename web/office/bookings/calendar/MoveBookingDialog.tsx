import type { CalendarMove } from '#contract/truck-calendar.ts';
import type { Day } from '#domain/shared/days.ts';
import { bookingQuery } from '#web/api/bookings.ts';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { DayChangeDialog } from '#web/office/bookings/changes/DayChangeDialog.tsx';

type Props = { move: CalendarMove; day: Day; onClose: () => void };

/** Opens the change for a booking that was moved to a day: its delivery, or its last day if the pickup was moved. */
export function MoveBookingDialog({ move, day, onClose }: Props) {
  return (
    <LoadingDialog
      query={bookingQuery(move.bookingId)}
      title={`Booking #${move.bookingId}`}
      subject="This booking"
      onClose={onClose}
    >
      {(read) => (
        <DayChangeDialog
          kind={move.type === 'final_pickup' ? 'lastDay' : 'reschedule'}
          read={read}
          firstDay={day}
          onClose={onClose}
        />
      )}
    </LoadingDialog>
  );
}
