import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Modal } from './Modal.tsx';

type Props = {
  title: string;
  children: ReactNode;
  confirmText: string;
  pendingText: string;
  isPending: boolean;
  /** Why it did not work; the dialog stays open with it. */
  error: string | null;
  /** There is nothing to confirm: it can only be closed. */
  isOver?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is done that many would not want by accident. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirmText, pendingText, isPending, error, isOver, onConfirm, onClose } = props;
  const id = useId();
  return (
    <Modal
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border border-line p-5 shadow-lift sm:p-6"
    >
      <h2 id={`${id}-title`} className="text-xl">
        {title}
      </h2>
      <div id={`${id}-text`} className="mt-2 text-ink-soft">
        {children}
      </div>
      {error && (
        <Notice variant="danger" role="alert" className="mt-4">
          {error}
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {isOver ? 'Close' : 'Cancel'}
        </Button>
        {!isOver && (
          <Button onClick={onConfirm} disabled={isPending}>
            {isPending ? pendingText : confirmText}
          </Button>
        )}
      </div>
    </Modal>
  );
}
