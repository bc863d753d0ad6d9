import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '#contract/history.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Folded } from '#web/kit/ui/Folded.tsx';
import { SettingsSection } from './SettingsSection.tsx';

type Props = {
  text: string;
  query: UseQueryOptions<HistoryEntry[], Error, HistoryEntry[], string[]>;
  /** What an entry changed, in words. */
  linesOf: (entry: HistoryEntry) => string[];
};

/** Who changed what and when, newest first. */
export function SettingsHistory({ text, query, linesOf }: Props) {
  const { data, error, isFetching, refetch } = useQuery(query);
  return (
    <SettingsSection title="History" text={text}>
      <div className="min-w-0 text-sm">
        {data && <Entries entries={data} linesOf={linesOf} />}
        {!data && !error && (
          <p role="status" className="text-ink-soft">
            Loading the history...
          </p>
        )}
        {!data && error && (
          <LoadFailure
            failed="The history could not be loaded."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </SettingsSection>
  );
}

function Entries({ entries, linesOf }: { entries: readonly HistoryEntry[] } & Pick<Props, 'linesOf'>) {
  if (entries.length === 0) return <p className="text-ink-soft">No changes are recorded yet.</p>;
  return (
    <Folded items={entries}>
      {(shown) => (
        <ol className="space-y-4">
          {shown.map((entry) => (
            <li key={entry.id} className="border-line border-l-4 pl-3">
              <ul className="space-y-0.5">
                {linesOf(entry).map((line) => (
                  <li key={line} className="wrap-anywhere">
                    {line}
                  </li>
                ))}
              </ul>
              <p className="wrap-anywhere mt-0.5 text-ink-soft">
                {entry.changedBy},{' '}
                <time dateTime={entry.changedAt}>{momentText(entry.changedAt, site.timeZone)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Folded>
  );
}
