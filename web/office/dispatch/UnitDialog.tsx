import type { BoardJob } from '#contract/dispatch.ts';
import { bookingQuery } from '#web/api/bookings.ts';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { MoveDialog } from '#web/office/bookings/page/MoveDialog.tsx';

/** Of an exchange, the unit that the driver brings or the one that the driver takes away. */
export type UnitSide = 'moved' | 'collected';
type Props = { job: BoardJob; side: UnitSide; onClose: () => void };

/** Gives the booking of a job another unit. The one that the board proposes is chosen. */
export function UnitDialog({ job, side, onClose }: Props) {
  const unit = unitTexts(job, side);
  return (
    <LoadingDialog
      query={bookingQuery(job.bookingId)}
      title="Change unit"
      subject="The booking"
      onClose={onClose}
    >
      {(read) => (
        <MoveDialog
          read={read}
          proposedId={side === 'moved' ? (job.proposedUnit?.id ?? null) : null}
          currentNumber={job.unit?.number}
          {...(unit && { unit })}
          onClose={onClose}
        />
      )}
    </LoadingDialog>
  );
}

/** Null for a job with one unit: the dialog then has the texts of the booking's page. */
function unitTexts(job: BoardJob, side: UnitSide) {
  const { type, unit, unitRole, collectedUnit, collectedRole, bookingId, sizeName } = job;
  if (type !== 'exchange') return null;
  const subject = `Booking #${bookingId}, ${customerFullName(job)}: ${sizeName}.`;
  if (side === 'moved') {
    if (unitRole === null) return null;
    const text = `${subject} The driver brings ${unit?.number ?? 'no unit'} now.`;
    return { role: unitRole, title: 'Unit to bring', text };
  }
  if (collectedRole === null) return null;
  const text = `${subject} On record, ${collectedUnit?.number ?? 'no unit'} is at the customer. Choose the unit that is really there.`;
  return { role: collectedRole, title: 'Unit to take away', text };
}
