import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

type Props = Omit<ComponentProps<'dialog'>, 'open' | 'ref' | 'onClose' | 'onCancel'> & {
  onClose: () => void;
};

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea';

/** The browser's modal dialog. Escape and a click outside close it. */
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
      // The browser also reports a removed dialog as closed. Another one may be open by then.
      onClose={() => isRemoved.current || onClose()}
      onKeyDown={keepFocusInside}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`bg-surface text-ink backdrop:bg-scrim ${className}`}
    >
      {children}
    </dialog>
  );
}

/** Wraps the focus between the last and the first element, instead of leaving the page. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const leaving = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== leaving && document.activeElement !== event.currentTarget) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}
