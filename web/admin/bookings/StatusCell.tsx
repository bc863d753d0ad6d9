import type { Booking } from '#contract/staff-bookings.ts';
import type { BookingStatus } from '#domain/bookings.ts';
import { useSetBookingStatus } from '#web/api/bookings.ts';
import { toast } from '#web/ui/toast-store.ts';
import { toastFailure } from './failure.ts';
import { StatusSelect } from './StatusSelect.tsx';

/** Sets the status from the list: the choice shows at once, and goes back to what it was when it fails. */
export function StatusCell({ booking }: { booking: Booking }) {
  const { id, status } = booking;
  const change = useSetBookingStatus(id);
  const save = async (picked: BookingStatus) => {
    try {
      await change.mutateAsync({ status: picked });
    } catch (error) {
      toastFailure('Failed to update booking status.', error);
      return false;
    }
    toast({ title: 'Status Updated', text: 'Booking status successfully updated.', look: 'plain' });
    return true;
  };
  return (
    <StatusSelect
      label={`Status of booking #${id}`}
      status={status}
      isPending={change.isPending}
      onPick={save}
      className="min-w-34 rows:@max-[45rem]/list:min-w-28"
    />
  );
}
