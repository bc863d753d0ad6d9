import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { BookingConflict, type BookingConflictProps } from './BookingConflict.tsx';

/** The conflict of a list row, as a dialog because the row has no room for it. Closing it keeps the newer values. */
export function BookingConflictDialog(props: BookingConflictProps) {
  return (
    <Dialog title={`Booking #${props.read.value.id} was changed`} layout="medium" onClose={props.onDiscard}>
      <BookingConflict {...props} />
    </Dialog>
  );
}
