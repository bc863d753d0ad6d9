import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '#contract/history.ts';
import { userHistoryQuery } from '#web/api/users.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { FIELD_LABELS, isAccountField, valueText } from './words.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  created: 'Created',
  changed: 'Changed',
  deactivated: 'Deactivated',
  reactivated: 'Reactivated',
  reset: 'Reset',
  driver_link_created: 'Sign-in link created',
  phone_lost: 'Phone reported lost',
  driver_session_ended: 'Session ended by the office',
};

/** The changes of an account, with user and time. */
export function UserHistory({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(userHistoryQuery(id));
  return (
    <div>
      <h3 className="mb-2 text-lg">History</h3>
      {error && (
        <Notice variant="danger" role="alert" className="mb-3">
          <p>{failureText('The history could not be loaded.', error)}</p>
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
            isAccountField(field) ? { label: FIELD_LABELS[field], value: valueText(field, value) } : null
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

type Props = {
  entries: readonly HistoryEntry[];
  /** The label and the text of a field; null leaves the field out. */
  words: (field: string, value: unknown) => { label: string; value: string } | null;
  /** The label of an action: 'Changed'. */
  actionWords: (action: string) => string;
};

/** The changes, newest first, with the values before and after. */
function HistoryList({ entries, words, actionWords }: Props) {
  if (entries.length === 0) return <p className="text-ink-soft text-sm">No changes are recorded.</p>;
  return (
    <ol className="space-y-3 text-sm">
      {entries.map((entry) => (
        <li key={entry.id} className="border-line border-l-4 pl-3">
          <p>
            <span className="font-semibold">{actionWords(entry.action)}</span> by{' '}
            <bdi className="wrap-anywhere font-semibold">{entry.changedBy}</bdi>,{' '}
            <time dateTime={entry.changedAt} className="text-ink-soft">
              {momentText(entry.changedAt, site.timeZone)}
            </time>
          </p>
          <dl className="mt-1 space-y-0.5">
            {fieldsOf(entry).map((field) => {
              const before = entry.before && words(field, entry.before[field]);
              const after = entry.after && words(field, entry.after[field]);
              const label = after?.label ?? before?.label;
              if (!label) return null;
              return (
                <div key={field} className="wrap-anywhere flex flex-wrap gap-x-2">
                  <dt className="text-ink-soft">{label}:</dt>
                  <dd>
                    {before && before.value !== after?.value && (
                      <>
                        <span className="sr-only">before: </span>
                        <del className="text-ink-soft">
                          <bdi>{before.value}</bdi>
                        </del>
                        <span aria-hidden="true"> → </span>
                        <span className="sr-only">, after: </span>
                      </>
                    )}
                    <bdi>{after?.value}</bdi>
                  </dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ol>
  );
}

function fieldsOf({ before, after }: HistoryEntry): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
}
