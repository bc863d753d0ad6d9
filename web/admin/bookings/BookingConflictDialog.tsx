import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { BookingConflict, type BookingConflictProps } from './BookingConflict.tsx';

/** A conflict in a row of a list, which has no room for it. Closing it keeps the newer values. */
export function BookingConflictDialog(props: BookingConflictProps) {
  return (
    <Dialog title={`Booking #${props.read.value.id} was changed`} width="medium" onClose={props.onDiscard}>
      <BookingConflict {...props} />
    </Dialog>
  );
}
