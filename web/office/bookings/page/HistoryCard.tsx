import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BookingHistoryEntry } from '#contract/history.ts';
import { bookingHistoryQuery } from '#web/api/bookings.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { messagePath, transactionPath } from '#web/paths.ts';

const LINK = 'touch -my-3 inline-flex items-center text-ink underline underline-offset-4';

/** The history of a booking, newest first: event, actor, time, and the payment or refund concerned. */
export function HistoryCard({ id }: { id: number }) {
  return (
    <Card title="History">
      <Entries id={id} />
    </Card>
  );
}

function Entries({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(bookingHistoryQuery(id));
  if (data && !error) return <EntryList bookingId={id} entries={data} />;
  if (error) {
    return (
      <LoadFailure
        failed="The history could not be loaded."
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading the history...</span>
      <div aria-hidden="true" className="h-14 animate-pulse rounded-md bg-sunk" />
    </div>
  );
}

type ListProps = { bookingId: number; entries: readonly BookingHistoryEntry[] };

function EntryList({ bookingId, entries }: ListProps) {
  if (entries.length === 0) return <p className="text-ink-soft text-sm">No changes are recorded.</p>;
  return (
    <ol className="space-y-3 text-sm">
      {entries.map(({ id, text, changedBy, changedAt, transactionId, after }) => (
        <li key={id} className="border-line border-l-4 pl-3">
          <p dir="auto" className="wrap-anywhere font-medium">
            {text}
          </p>{' '}
          <div className="flex flex-wrap items-center gap-x-3 text-ink-soft">
            <p className="wrap-anywhere">
              by <bdi>{changedBy}</bdi>,{' '}
              <time dateTime={changedAt}>{momentText(changedAt, site.timeZone)}</time>
            </p>
            {transactionId && (
              <Link
                to={transactionPath(transactionId)}
                aria-label={`View transaction: ${text}`}
                className={LINK}
              >
                View transaction
              </Link>
            )}
            {typeof after?.messageId === 'number' && (
              <Link to={messagePath(bookingId, after.messageId)} className={LINK}>
                View message
              </Link>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
