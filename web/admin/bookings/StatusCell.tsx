import type { Booking } from '#contract/staff-bookings.ts';
import { useSetBookingStatus } from '#web/api/bookings.ts';
import { toast } from '#web/ui/toast-store.ts';
import { toastFailure } from './failure.ts';
import { StatusSelect } from './StatusSelect.tsx';

/** Sets the status from the list: the choice shows at once, and goes back to what it was when it fails. */
export function StatusCell({ booking }: { booking: Booking }) {
  const { id, status } = booking;
  const change = useSetBookingStatus(id);
  return (
    <StatusSelect
      label={`Status of booking #${id}`}
      status={(change.isPending && change.variables?.status) || status}
      isPending={change.isPending}
      onPick={(picked) =>
        change.mutate(
          { status: picked },
          {
            onSuccess: () =>
              toast({ title: 'Status Updated', text: 'Booking status successfully updated.', look: 'plain' }),
            onError: (error) => toastFailure('Failed to update booking status.', error),
          },
        )
      }
      className="min-w-34"
    />
  );
}
