import { Modal } from '#web/ui/dialog/Modal.tsx';
import { Overtaken, type OvertakenProps } from './Overtaken.tsx';

/** A conflict in a row of a list, which has no room for it. Closing it keeps the newer values. */
export function ConflictDialog<Wanted extends object>(props: OvertakenProps<Wanted>) {
  return (
    <Modal
      aria-label={`Conflict in booking #${props.read.value.id}`}
      onClose={props.onTakeTheirs}
      className="m-auto w-[min(32rem,calc(100vw-1.5rem))] rounded-lg border border-line p-5 shadow-lift sm:p-6"
    >
      <h2 className="text-xl">Booking #{props.read.value.id} was changed</h2>
      <Overtaken {...props} />
    </Modal>
  );
}
