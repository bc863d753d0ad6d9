import type { ReactNode } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons, LeaveButton } from './Dialog.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** Below the text: a list of what is affected. */
  details?: ReactNode;
  confirmText: string;
  pendingText: string;
  /** Something is sent. The dialog cannot be left before the answer. */
  isPending: boolean;
  /** What the dialog asks about is still loading. */
  isLoading?: boolean;
  /** Why it failed; the dialog stays open. */
  error: string | null;
  /** There is nothing left to confirm: the dialog can only be closed. */
  isOver?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an action that cannot be undone or affects other people. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirmText, pendingText, isPending, isLoading, error, isOver, onConfirm } = props;
  const isBusy = isPending || isLoading;
  return (
    <Dialog
      title={title}
      text={children}
      layout="narrow"
      error={error}
      onClose={isPending ? null : props.onClose}
      footer={
        <DialogButtons>
          <LeaveButton isLocked={isPending} onClick={props.onClose}>
            {isOver ? 'Close' : 'Cancel'}
          </LeaveButton>
          {!isOver && (
            <Button onClick={onConfirm} disabled={isBusy}>
              {isBusy ? pendingText : confirmText}
            </Button>
          )}
        </DialogButtons>
      }
    >
      {props.details}
    </Dialog>
  );
}
