import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { LeaveQuestion } from '#web/form/dialog/FormDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/ui/dialog/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

type Props = {
  title: string;
  /** Read out when the dialog opens. */
  text: ReactNode;
  children?: ReactNode;
  confirmText: string;
  undoWindow: UndoWindow;
  /** The message after the user stopped it in time. */
  stoppedText: string;
  /** Whether something is typed that would be lost. */
  isDirty: boolean;
  /** Why the action failed; the dialog stays open. */
  error: string | null;
  /** A retry cannot help: the dialog can only be closed. */
  isOver: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

const STAGE_TEXT: Readonly<Record<Stage, string>> = {
  open: '',
  waiting: 'Starting in a moment. Cancel still stops it.',
  sent: 'On its way. This can no longer be stopped.',
};

/** Asks before money moves. For a moment after the confirmation, Cancel or leaving the page still stops it. */
export function MoneyDialog(props: Props) {
  const { title, text, children, confirmText, undoWindow, isDirty, error, isOver, onConfirm, onClose } =
    props;
  const { stage, stop } = undoWindow;
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const mayLose = !isDirty || isOver;
  const stopPending = () => {
    stop();
    toast({ title: 'Stopped', text: props.stoppedText, variant: 'plain' });
    if (mayLose) onClose();
  };
  const leave = () => {
    // Some browsers close a dialog at a second Escape even if the page prevents it.
    const isShown = form.current?.closest('dialog')?.open;
    if (stage === 'waiting') stopPending();
    if (!isShown) onClose();
    else if (stage === 'sent') return;
    else if (mayLose) onClose();
    else setLeaving(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (stage === 'open' && !isOver) onConfirm();
  };
  return (
    <Dialog title={title} text={text} width="medium" onClose={leave}>
      <form ref={form} noValidate onSubmit={submit}>
        <fieldset disabled={stage !== 'open'} className="mt-4 min-w-0 space-y-4 empty:hidden">
          {children}
        </fieldset>
        {error && (
          <Notice variant="danger" role="alert" className="mt-5">
            {error}
          </Notice>
        )}
        {isLeaving && <LeaveQuestion onKeep={() => setLeaving(false)} onDiscard={onClose} />}
        <p role="status" className={`mt-4 text-ink-soft text-sm ${isOver ? '' : 'min-h-6'}`}>
          {STAGE_TEXT[stage]}
        </p>
        <DialogButtons className="mt-2">
          <Button
            variant="secondary"
            aria-disabled={stage === 'sent'}
            className="aria-disabled:opacity-55"
            onClick={() => {
              if (stage === 'waiting') stopPending();
              else if (stage === 'open') onClose();
            }}
          >
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {!isOver && (
            <Button type="submit" aria-disabled={stage !== 'open'} className="aria-disabled:opacity-55">
              {stage === 'open' ? confirmText : 'Processing...'}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** Milliseconds between confirmation and call, in which the user can stop it (SPEC 9). */
const WINDOW_MS = 1500;

/** In this order: not started; started but can be stopped; sent and cannot be stopped. */
type Stage = 'open' | 'waiting' | 'sent';

type UndoWindow = {
  stage: Stage;
  start: (act: () => Promise<unknown>) => void;
  stop: () => void;
};

/** Delays an action by the undo window. Stopping it or unmounting the component cancels it. */
export function useUndoWindow(): UndoWindow {
  const [stage, setStage] = useState<Stage>('open');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = (act: () => Promise<unknown>) => {
    clearTimeout(timer.current);
    setStage('waiting');
    timer.current = setTimeout(() => {
      setStage('sent');
      void act().finally(() => setStage('open'));
    }, WINDOW_MS);
  };
  const stop = () => {
    clearTimeout(timer.current);
    setStage((now) => (now === 'waiting' ? 'open' : now));
  };
  return { stage, start, stop };
}
