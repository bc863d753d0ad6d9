import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { BULK_RESULT } from '#web/paths.ts';

const BulkResultDialog = lazyDialog(async () => (await import('./BulkResultDialog.tsx')).BulkResultDialog);

/** The result that the address names, above the list. Back returns to it from a booking. */
export function BulkResult() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get(BULK_RESULT));
  const isOpen = Number.isSafeInteger(id) && id > 0;
  useFocusInRows(isOpen);
  if (!isOpen) return null;
  const close = () =>
    setParams(
      (before) => {
        before.delete(BULK_RESULT);
        return before;
      },
      { replace: true },
    );
  return (
    <ErrorBoundary>
      <BulkResultDialog key={id} id={id} onClose={close} />
    </ErrorBoundary>
  );
}

/** The bar that started the action is gone when its result is closed: the focus goes to the row that Tab would reach. */
function useFocusInRows(isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasOpen.current && !isOpen && isLost) {
      document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
}
