import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';
import { Toast } from './Toast.tsx';
import { currentToast, dismissToast, subscribeToast } from './toast-store.ts';

const HOTKEY = 'F8';
/** Phones in both orientations, where a floating message would cover too much. */
const SMALL_SCREEN = '(width < 40rem), (height < 30rem)';
/** The margins keep the maintenance notice and the bar of unsaved changes free. */
const FLOATING =
  'fixed top-auto right-0 bottom-0 left-auto z-20 m-4 [:root:has(#maintenance)_&]:mb-28 [:root:has([data-save-bar])_&]:mb-32 w-[min(24rem,calc(100vw-2rem))] flex-col overflow-visible border-0 bg-transparent p-0 open:flex print:hidden';

/** Shows the current toast. F8 focuses it; closing it restores the focus. */
export function Toaster() {
  const message = useSyncExternalStore(subscribeToast, currentToast, () => null);
  const viewport = useRef<HTMLOListElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const isInFlow = message?.isInFlow === true && window.matchMedia(SMALL_SCREEN).matches;
  // The content below the message moves.
  useLayoutEffect(() => {
    if (!isInFlow) return;
    pauseInput();
    return pauseInput;
  }, [isInFlow]);
  // Above an open dialog: the later popover is on top in the top layer.
  useLayoutEffect(() => {
    const list = viewport.current;
    if (isInFlow || !list?.showPopover) return;
    list.hidePopover();
    if (message) list.showPopover();
  }, [message, isInFlow]);
  useEffect(() => {
    const focusOnHotkey = ({ key }: KeyboardEvent) => {
      const list = viewport.current;
      if (key !== HOTKEY || !list || list.contains(document.activeElement)) return;
      focusedBefore.current = document.activeElement;
      list.focus();
    };
    document.addEventListener('keydown', focusOnHotkey);
    return () => document.removeEventListener('keydown', focusOnHotkey);
  }, []);
  const close = () => {
    if (!message) return;
    dismissToast(message.id);
    if (hasFocus && focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    setHasFocus(false);
  };
  return (
    <section aria-label={`Messages (${HOTKEY})`} className={isInFlow ? 'order-first' : ''}>
      <ol
        ref={viewport}
        popover={isInFlow ? undefined : 'manual'}
        tabIndex={-1}
        aria-live={message?.variant === 'destructive' ? 'assertive' : 'polite'}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        onKeyDown={({ key }) => key === 'Escape' && close()}
        className={isInFlow ? 'p-4 print:hidden' : FLOATING}
      >
        {message && <Toast key={message.id} message={message} hasFocus={hasFocus} onClose={close} />}
      </ol>
    </section>
  );
}
