import type { ReplyOf } from '#contract/endpoint.ts';
import type { Hold, releaseHold } from '#contract/holds.ts';
import { useReleaseHold } from '#web/api/holds.ts';
import { ActDialog, Named } from '#web/form/dialog/ActDialog.tsx';
import { daysWords } from './words.ts';

export function ReleaseHoldDialog({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const { customerName, dumpsterType, dumpsterNumber, startDate, endDate } = hold;
  return (
    <ActDialog
      title="Release this hold?"
      confirmText="Release"
      pendingText="Releasing..."
      act={useReleaseHold()}
      target={hold.id}
      done={(reply) => resultWords(reply, customerName)}
      failed="Failed to release the hold"
      onClose={onClose}
    >
      <p>
        <Named>{customerName}</Named> can no longer pay for the {dumpsterType} <Named>{dumpsterNumber}</Named>
        , {daysWords({ from: startDate, to: endDate })}. The payment is cancelled, and the days are free
        again. If the customer has paid in the meantime, the hold becomes a booking instead.
      </p>
    </ActDialog>
  );
}

function resultWords({ result, bookingId }: ReplyOf<typeof releaseHold>, customerName: string) {
  if (result === 'released') {
    return { title: 'Hold Released', text: `The days held by ${customerName} are free again.` };
  }
  return { title: 'Hold Was Paid', text: `${customerName} has paid: it is now booking #${bookingId}.` };
}
