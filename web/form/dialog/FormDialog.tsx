import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/ui/dialog/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';

type Props = {
  title: string;
  /** What stands below the title. */
  text?: ReactNode;
  children: ReactNode;
  submitText: string;
  /** What the button that closes it says; 'Cancel' without it. */
  closeText?: string;
  pendingText: string;
  isPending: boolean;
  /** Whether something is typed that would be lost: then Escape and a press beside the dialog ask first. */
  isDirty: boolean;
  /** Why it could not be saved; the dialog stays open with it. */
  error: string | null;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
};

/** A form in a dialog. What is typed is lost only to somebody who wants that. */
export function FormDialog(props: Props) {
  const { title, text, children, submitText, closeText = 'Cancel', pendingText } = props;
  const { isPending, isDirty, error, onSubmit, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    // A browser may insist on closing a dialog, at a second Escape: then there is nothing left to keep.
    const isShown = form.current?.closest('dialog')?.open;
    if (isDirty && isShown) setLeaving(true);
    else onClose();
  };
  return (
    <Dialog title={title} width="wide" onClose={leave}>
      <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
        {text && <div className="mt-1.5 text-ink-soft text-sm">{text}</div>}
        <div className="mt-5 space-y-4">{children}</div>
        {error && (
          <Notice variant="danger" role="alert" className="mt-5">
            {error}
          </Notice>
        )}
        {isLeaving && <LeaveQuestion onKeep={() => setLeaving(false)} onDiscard={onClose} />}
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            {closeText}
          </Button>
          <Button type="submit" disabled={isPending}>
            {isPending ? pendingText : submitText}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** Asks somebody who leaves a form in which something is typed. */
export function LeaveQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Notice variant="attention" role="alert" className="mt-5">
      <p>What you typed is not saved.</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button variant="secondary" autoFocus onClick={onKeep}>
          Keep editing
        </Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard it
        </Button>
      </div>
    </Notice>
  );
}
