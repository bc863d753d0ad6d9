import { errorText } from '#web/api/call.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RowButton } from './RowButton.tsx';

type Props = { failed: string; error: Error; isFetching: boolean; onRetry: () => void };

/** What could not be loaded, why, and a retry. */
export function LoadFailure({ failed, error, isFetching, onRetry }: Props) {
  return (
    <Notice variant="danger" role="alert">
      <p className="font-semibold">{failed}</p>
      <p>{errorText(error, 'The server did not answer. Check your connection.')}</p>
      <RowButton className="mt-2" aria-disabled={isFetching} onClick={onRetry}>
        {isFetching ? 'Trying again...' : 'Retry'}
      </RowButton>
    </Notice>
  );
}
