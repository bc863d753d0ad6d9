import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/ui/dialog/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';

type Props = {
  title: string;
  /** Shown below the title. */
  text?: ReactNode;
  children: ReactNode;
  submitText: string;
  /** The text of the close button; the default is 'Cancel'. */
  closeText?: string;
  pendingText: string;
  isPending: boolean;
  /** True if the form has unsaved input. Escape and a click outside then ask first. */
  isDirty: boolean;
  /** Why saving failed; the dialog stays open. */
  error: string | null;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
};

/** A form in a dialog. Asks before it discards input. */
export function FormDialog(props: Props) {
  const { title, text, children, submitText, closeText = 'Cancel', pendingText } = props;
  const { isPending, isDirty, error, onSubmit, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    // A second Escape closes the dialog in some browsers. Nothing can be kept then.
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

/** Asks before a form with unsaved input is closed. */
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
