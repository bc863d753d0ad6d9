import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

type Props = Omit<ComponentProps<'dialog'>, 'open' | 'ref' | 'onClose' | 'onCancel'> & {
  onClose: () => void;
};

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea';

/** The browser's own dialog: while it is there the page behind it is inert; Escape and a press beside it close it. */
export function Modal({ onClose, className = '', children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isRemoved = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    isRemoved.current = false;
    element?.showModal();
    return () => {
      isRemoved.current = true;
      element?.close();
    };
  }, []);
  return (
    <dialog
      {...rest}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The browser reports a dialog that was removed as closed, too: by then another one may be open.
      onClose={() => isRemoved.current || onClose()}
      onKeyDown={keepFocusInside}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`bg-surface text-ink backdrop:bg-scrim ${className}`}
    >
      {children}
    </dialog>
  );
}

/** From the last element on to the first, and back, instead of out into the browser's own controls. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const leaving = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== leaving && document.activeElement !== event.currentTarget) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}
