import { BOOKING_STATUS_LABELS, type BookingStatus } from '#domain/bookings.ts';
import { type Read, useSetBookingStatus } from '#web/api/bookings.ts';
import { toast } from '#web/ui/toast-store.ts';
import { toastFailure } from './failure.ts';
import { Overtaken } from './Overtaken.tsx';
import { StatusSelect } from './StatusSelect.tsx';
import { useCareful } from './use-careful.ts';

/** Sets the status. A choice that somebody else overtook stays chosen until it is decided. */
export function StatusAction({ read }: { read: Read }) {
  const booking = read.value;
  const change = useSetBookingStatus(booking.id);
  const careful = useCareful<{ status: BookingStatus }>(read, change, {
    onSaved: () =>
      toast({ title: 'Status Updated', text: 'Booking status successfully updated.', look: 'plain' }),
    onFailed: (error) => toastFailure('Failed to update booking status.', error),
  });
  const { save, overtaken, isPending } = careful;
  const picked = overtaken?.wanted.status ?? booking.status;
  return (
    <div>
      <label htmlFor="booking-status" className="mb-1 block font-semibold text-sm">
        Status
      </label>
      <StatusSelect
        id="booking-status"
        label={`Status of booking #${booking.id}`}
        status={picked}
        isPending={isPending}
        onPick={(status) => save({ status })}
        className="w-full"
      />
      <Overtaken
        read={read}
        careful={careful}
        yours={{ field: 'status', value: BOOKING_STATUS_LABELS[picked] }}
        onTakeTheirs={careful.forget}
      />
    </div>
  );
}
