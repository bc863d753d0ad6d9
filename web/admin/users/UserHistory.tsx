import { useQuery } from '@tanstack/react-query';
import { failureWords } from '#web/api/failure-words.ts';
import { userHistoryQuery } from '#web/api/users.ts';
import { HistoryList } from '#web/table/HistoryList.tsx';
import { RowButton } from '#web/table/RowButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { FIELD_LABELS, isAccountField, valueWords } from './words.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  created: 'Created',
  changed: 'Changed',
  deactivated: 'Deactivated',
  reset: 'Reset',
};

/** What was changed on an account, by whom and when. */
export function UserHistory({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(userHistoryQuery(id));
  return (
    <div>
      <h3 className="mb-2 text-lg">History</h3>
      {error && (
        <Notice look="danger" role="alert" className="mb-3">
          <p>The history could not be loaded. {failureWords(error, 'The server did not answer.')}</p>
          <RowButton className="mt-2" aria-disabled={isFetching} onClick={() => void refetch()}>
            Retry
          </RowButton>
        </Notice>
      )}
      {data ? (
        <HistoryList
          entries={data}
          actionWords={(action) => ACTIONS[action] ?? action}
          words={(field, value) =>
            isAccountField(field) ? { label: FIELD_LABELS[field], value: valueWords(field, value) } : null
          }
        />
      ) : (
        !error && (
          <div role="status" className="text-ink-soft text-sm">
            Loading the history...
          </div>
        )
      )}
    </div>
  );
}
