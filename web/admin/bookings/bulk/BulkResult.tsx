import { useSearchParams } from 'react-router';
import { BULK_RESULT } from '#web/paths.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { ErrorBoundary } from '#web/ui/page/ErrorBoundary.tsx';

const BulkResultDialog = lazyDialog(async () => (await import('./BulkResultDialog.tsx')).BulkResultDialog);

/** The result that the address names, above the list. Back returns to it from a booking. */
export function BulkResult() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get(BULK_RESULT));
  if (!Number.isSafeInteger(id) || id < 1) return null;
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
