import { reasonText } from '#web/kit/form/failure.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { RowButton } from './RowButton.tsx';

type Props = { failed: string; error: Error; isFetching: boolean; onRetry: () => void };

/** What could not be loaded, why, and a retry. */
export function LoadFailure({ failed, error, isFetching, onRetry }: Props) {
  return (
    <Notice variant="danger" role="alert">
      <p className="font-semibold">{failed}</p>
      <p>{reasonText(error)}</p>
      <RowButton className="mt-2" aria-disabled={isFetching} onClick={onRetry}>
        {isFetching ? 'Trying again...' : 'Retry'}
      </RowButton>
    </Notice>
  );
}
