import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/CallUs.tsx';
import { Panel } from '#web/ui/Panel.tsx';

export function HoldOverPanel({ onCheck, onBack }: { onCheck: () => void; onBack: () => void }) {
  return (
    <Panel
      title="Your hold has ended"
      takesFocus="still"
      actions={
        <>
          <Button onClick={onCheck}>Check availability again</Button>
          <Button look="secondary" onClick={onBack}>
            Back to Customer Details
          </Button>
        </>
      }
    >
      <p>Your details are kept. Check again to see whether the dumpster is still free.</p>
      <CallUs before="Questions?" />
    </Panel>
  );
}
