import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons, LeaveButton } from '#web/kit/ui/dialog/Dialog.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

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
  const { children, confirmText, undoWindow, stoppedText, isOver, onConfirm, onClose, ...dialog } = props;
  const { stage } = undoWindow;
  const isDirty = props.isDirty && !isOver;
  const stop = () => {
    if (stage !== 'waiting') return;
    undoWindow.stop();
    toast({ title: 'Stopped', text: stoppedText, variant: 'plain' });
  };
  const cancel = () => {
    stop();
    // After a stop the input stays on the screen.
    if (stage === 'open' || (stage === 'waiting' && !isDirty)) onClose();
  };
  return (
    <Dialog
      {...dialog}
      layout="medium"
      isDirty={isDirty}
      onLeave={stop}
      onClose={stage === 'sent' ? null : onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (stage === 'open' && !isOver) onConfirm();
      }}
      footer={
        <DialogButtons>
          <p
            role="status"
            className="min-h-6 min-w-0 self-center text-ink-soft text-sm max-sm:basis-full sm:flex-1"
          >
            {STAGE_TEXT[stage]}
          </p>
          <LeaveButton isLocked={stage === 'sent'} onClick={cancel}>
            {isOver ? 'Close' : 'Cancel'}
          </LeaveButton>
          {!isOver && (
            <Button type="submit" aria-disabled={stage !== 'open'} className="aria-disabled:opacity-55">
              {stage === 'open' ? confirmText : 'Processing...'}
            </Button>
          )}
        </DialogButtons>
      }
    >
      <fieldset disabled={stage !== 'open'} className="mt-4 min-w-0 space-y-4 empty:hidden">
        {children}
      </fieldset>
    </Dialog>
  );
}

/** Milliseconds between confirmation and call, in which the user can stop it. */
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
      // Rendered before the next event: a Cancel with the old stage would say that nothing is sent.
      flushSync(() => setStage('sent'));
      void act().finally(() => setStage('open'));
    }, WINDOW_MS);
  };
  const stop = () => {
    clearTimeout(timer.current);
    setStage((now) => (now === 'waiting' ? 'open' : now));
  };
  return { stage, start, stop };
}
