import { useQuery } from '@tanstack/react-query';
import { bookingHistoryQuery } from '#web/api/bookings.ts';
import { HistoryList } from '#web/table/HistoryList.tsx';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { Card } from '#web/ui/Card.tsx';
import { fieldLabel, valueText } from './words.ts';

/** What staff changed: who, when, from what to what. */
export function HistoryCard({ id }: { id: number }) {
  return (
    <Card title="History">
      <Entries id={id} />
    </Card>
  );
}

function Entries({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(bookingHistoryQuery(id));
  if (data && !error) {
    return (
      <HistoryList
        entries={data}
        actionWords={actionWords}
        words={(field, value) => ({ label: fieldLabel(field), value: valueText(field, value) })}
      />
    );
  }
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

function actionWords(action: string): string {
  return action.charAt(0).toUpperCase() + action.slice(1).replaceAll('_', ' ');
}
