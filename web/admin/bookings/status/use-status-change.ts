import { useState } from 'react';
import { BOOKING_STATUS_LABELS, type BookingStatus, UNDO_SECONDS } from '#domain/bookings.ts';
import { useBookingSave } from '#web/admin/bookings/use-booking-save.ts';
import { endedLinkText } from '#web/admin/bookings/words.ts';
import {
  type SavedStatus,
  type StatusInput,
  useSetBookingStatus,
  type VersionedBooking,
} from '#web/api/bookings.ts';
import { toastFailure } from '#web/form/failure.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

/**
 * Sets a booking's status under the version that is on the screen, and says so. Every status but 'cancelled' can be
 * undone for ten seconds. An undo sends no e-mail, but an e-mail that the undone change dropped is sent after all.
 */
export function useStatusChange(read: VersionedBooking, onSaved?: (saved: SavedStatus) => void) {
  const { id, status: before, version } = read.value;
  const change = useSetBookingStatus(id);
  const undo = async ({ value: { droppedEmail }, etag: ifMatch }: SavedStatus) => {
    try {
      await change.mutateAsync({ status: before, notifyCustomer: droppedEmail, ifMatch });
      toast({
        title: 'Status Updated',
        text: `Changed back to ${BOOKING_STATUS_LABELS[before]}.${droppedEmail ? STILL_SENT : ''}`,
        variant: 'plain',
      });
    } catch (error) {
      toastFailure('Failed to undo the change of status.', error);
    }
  };
  const saving = useBookingSave<StatusInput, SavedStatus>(read, change, {
    onSaved: (saved) => {
      const { status, endedPayLink } = saved.value;
      toast({
        title: 'Status Updated',
        text: `Booking status successfully updated.${endedLinkText(endedPayLink)}`,
        variant: 'plain',
        ...(status !== 'cancelled' && {
          durationMs: UNDO_SECONDS * 1000,
          action: { label: 'Undo', run: () => void undo(saved) },
        }),
      });
      onSaved?.(saved);
    },
    onFailed: (error) => toastFailure('Failed to update booking status.', error),
  });
  const [picked, setPicked] = useState<{ status: BookingStatus; version: number } | null>(null);
  const save = async (input: StatusInput) => {
    setPicked({ status: input.status, version });
    if (!(await saving.save(input))) setPicked(null);
  };
  // The newer version of the booking has the saved or restored status.
  const isCurrent = picked?.version === version;
  return {
    /** The status to show: the picked one as soon as it is picked, also during a conflict. */
    status: saving.conflict?.input.status ?? (isCurrent ? picked.status : before),
    save,
    saving,
    /** Why it could not be saved, unless that is a conflict. */
    failure: saving.conflict ? null : change.error,
  };
}

const STILL_SENT = ' The e-mail about it is still sent.';
