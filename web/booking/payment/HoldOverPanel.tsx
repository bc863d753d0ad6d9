import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/CallUs.tsx';
import { Panel } from '#web/ui/Panel.tsx';

export function HoldOverPanel({ onCheck, onBack }: { onCheck: () => void; onBack: () => void }) {
  return (
    <Panel
      title="Your hold has ended"
      takesFocus
      actions={
        <>
          <Button onClick={onCheck}>Check availability again</Button>
          <Button look="secondary" onClick={onBack}>
            Back to Customer Details
          </Button>
        </>
      }
    >
      <p>
        We held your dumpster as long as we could. Your details are kept: check again to see whether it is
        still free.
      </p>
      <CallUs before="Questions?" />
    </Panel>
  );
}
