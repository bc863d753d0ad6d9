import { Toast } from 'radix-ui';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import { currentToast, dismissToast, subscribeToast } from '#web/ui/toast-store.ts';

const DURATION_MS = 5000;
const SWIPE_PX = 50;
const LOOKS = {
  plain: 'border-brand bg-surface text-ink',
  destructive: 'border-danger bg-danger-soft text-ink',
};

/** Where toasts appear; F8 leads to it from anywhere. */
export function Toaster() {
  const message = useSyncExternalStore(subscribeToast, currentToast, () => null);
  const isPrerender = useSyncExternalStore(
    subscribeToast,
    () => false,
    () => true,
  );
  const viewport = useRef<HTMLOListElement>(null);
  // In front of a dialog that is open: of two in the top layer the later one lies above.
  useLayoutEffect(() => {
    if (!message || !viewport.current?.showPopover) return;
    viewport.current.hidePopover();
    viewport.current.showPopover();
  }, [message]);
  // Radix writes style attributes, which the policy of the prerendered page refuses.
  if (isPrerender) return null;
  return (
    <Toast.Provider duration={DURATION_MS} swipeThreshold={SWIPE_PX} swipeDirection="right">
      {message && (
        <Toast.Root
          key={message.id}
          type={message.look === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(open) => open || dismissToast(message.id)}
          className={`flex items-start gap-3 rounded-md border border-l-4 p-4 shadow-lift ${LOOKS[message.look]}`}
        >
          <div className="wrap-anywhere min-w-0 flex-1">
            <Toast.Title className="font-semibold">{message.title}</Toast.Title>
            <Toast.Description className="mt-1 text-ink-soft text-sm">{message.text}</Toast.Description>
          </div>
          <Toast.Close
            aria-label="Close"
            className="touch -m-2 inline-flex min-w-11 items-center justify-center rounded-md hover:bg-sunk"
          >
            <Icon name="close" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        hotkey={['F8']}
        ref={viewport}
        popover="manual"
        label="Messages ({hotkey})"
        className="fixed top-auto right-0 bottom-0 left-auto z-20 m-4 flex w-[min(24rem,calc(100vw-2rem))] flex-col overflow-visible border-0 bg-transparent p-0"
      />
    </Toast.Provider>
  );
}
