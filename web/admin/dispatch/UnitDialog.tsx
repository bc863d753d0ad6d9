import type { BoardStop } from '#contract/dispatch.ts';
import { MoveDialog } from '#web/admin/bookings/page/MoveDialog.tsx';
import { bookingQuery } from '#web/api/bookings.ts';
import { LoadingDialog } from '#web/form/dialog/LoadingDialog.tsx';

type Props = { stop: BoardStop; onClose: () => void };

/** Gives the booking of a stop another unit. The one that the board proposes is chosen. */
export function UnitDialog({ stop, onClose }: Props) {
  const { job } = stop;
  if (!job) return null;
  return (
    <LoadingDialog
      query={bookingQuery(job.bookingId)}
      title="Change unit"
      subject="The booking"
      onClose={onClose}
    >
      {(read) => <MoveDialog read={read} proposedId={job.proposedUnit?.id ?? null} onClose={onClose} />}
    </LoadingDialog>
  );
}
