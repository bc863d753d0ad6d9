import type { FormEvent, ReactNode } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons, LeaveButton } from '#web/kit/ui/dialog/Dialog.tsx';

type Props = {
  title: ReactNode;
  /** Shown below the title. */
  text?: ReactNode;
  children: ReactNode;
  submitText: string;
  /** The text of the close button; the default is 'Cancel'. */
  closeText?: string;
  pendingText: string;
  /** Something is sent. The dialog cannot be left before the answer. */
  isPending: boolean;
  /** What the dialog asks about is still loading. */
  isLoading?: boolean;
  /** True if the form has unsaved input. Escape and a click outside then ask first. */
  isDirty: boolean;
  /** Why saving failed; the dialog stays open. */
  error: string | null;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
};

/** A form in a dialog. */
export function FormDialog(props: Props) {
  const {
    text,
    children,
    submitText,
    closeText = 'Cancel',
    pendingText,
    isPending,
    isLoading,
    ...dialog
  } = props;
  const isBusy = isPending || isLoading;
  return (
    <Dialog
      {...dialog}
      text={text && <div className="text-sm">{text}</div>}
      layout="wide"
      onClose={isPending ? null : dialog.onClose}
      footer={
        <DialogButtons>
          <LeaveButton isLocked={isPending} onClick={dialog.onClose}>
            {closeText}
          </LeaveButton>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? pendingText : submitText}
          </Button>
        </DialogButtons>
      }
    >
      <div className="mt-5 space-y-4">{children}</div>
    </Dialog>
  );
}
