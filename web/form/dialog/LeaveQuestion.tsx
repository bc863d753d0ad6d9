import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** Asks somebody who leaves a form in which something is typed. */
export function LeaveQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Notice look="attention" role="alert" className="mt-5">
      <p>What you typed is not saved.</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="secondary" autoFocus onClick={onKeep}>
          Keep editing
        </Button>
        <Button look="secondary" onClick={onDiscard}>
          Discard it
        </Button>
      </div>
    </Notice>
  );
}
