import { Button } from '#web/kit/ui/Button.tsx';
import { DialogButtons } from './Dialog.tsx';

/**
 * The footer of a dialog that is only read. Not a dialog of its own: while LoadingDialog loads, its Dialog must stay the
 * same element, or it closes and opens again.
 */
export function CloseFooter({ onClose }: { onClose: () => void }) {
  return (
    <DialogButtons>
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    </DialogButtons>
  );
}
