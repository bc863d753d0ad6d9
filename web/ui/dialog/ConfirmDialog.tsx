import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/ui/dialog/Dialog.tsx';

type Props = {
  title: string;
  children: ReactNode;
  confirmText: string;
  pendingText: string;
  isPending: boolean;
  /** Why it failed; the dialog stays open. */
  error: string | null;
  /** There is nothing left to confirm: the dialog can only be closed. */
  isOver?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an action that cannot be undone or affects other people. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirmText, pendingText, isPending, error, isOver, onConfirm, onClose } = props;
  return (
    <Dialog
      title={title}
      text={children}
      layout="narrow"
      error={error}
      onClose={onClose}
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {!isOver && (
            <Button onClick={onConfirm} disabled={isPending}>
              {isPending ? pendingText : confirmText}
            </Button>
          )}
        </DialogButtons>
      }
    />
  );
}
