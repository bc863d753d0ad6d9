import { site } from '#web/config.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { momentText } from '#web/ui/dates/moment.ts';
import { Notice } from '#web/ui/Notice.tsx';

type Props = { storedAt: string; isFetching: boolean; onRetry: () => void };

/** That Stripe could not be asked, so this is what was known. */
export function StoredNotice({ storedAt, isFetching, onRetry }: Props) {
  return (
    <Notice look="attention" role="status">
      <p>
        Stripe could not be asked just now. This is what it told us on{' '}
        <time dateTime={storedAt}>{momentText(storedAt, site.timeZone)}</time>.
      </p>
      <RowButton className="mt-2" aria-disabled={isFetching} onClick={onRetry}>
        {isFetching ? 'Asking again...' : 'Ask again'}
      </RowButton>
    </Notice>
  );
}
