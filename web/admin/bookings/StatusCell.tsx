import type { Booking } from '#contract/staff-bookings.ts';
import { BOOKING_STATUS_LABELS } from '#domain/bookings.ts';
import { readOfRow } from '#web/api/bookings.ts';
import { LazyConflictDialog } from './LazyConflictDialog.tsx';
import { OpenedDialog, useOpened } from './money/OpenedDialog.tsx';
import { StatusMenu, statusMenuId } from './StatusMenu.tsx';
import { useStatusChange } from './use-status-change.ts';

/** Sets the status from the list, under the version of the row. */
export function StatusCell({ booking }: { booking: Booking }) {
  const read = readOfRow(booking);
  const { careful, status, save } = useStatusChange(read);
  const { opened, open, close } = useOpened(statusMenuId(booking.id));
  return (
    <>
      <StatusMenu
        bookingId={booking.id}
        status={status}
        isConfirmationSent={booking.confirmedEmailAt !== null}
        isPending={careful.isPending}
        onPick={(picked) => (picked.status === 'cancelled' ? open({ dialog: 'cancel' }) : void save(picked))}
        className="min-w-34 rows:@max-[45rem]/list:min-w-26"
      />
      {careful.overtaken && (
        <LazyConflictDialog
          read={read}
          careful={careful}
          yours={{ field: 'status', value: BOOKING_STATUS_LABELS[status] }}
          onTakeTheirs={careful.forget}
        />
      )}
      {opened && <OpenedDialog read={read} opened={opened} onOpen={open} onClose={close} />}
    </>
  );
}
