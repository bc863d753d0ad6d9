import type { HistoryEntry } from '#contract/history.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/ui/dates/moment.ts';

type Props = {
  entries: readonly HistoryEntry[];
  /** What a field is called and how its value reads; null leaves the field out. */
  words: (field: string, value: unknown) => { label: string; value: string } | null;
  /** What an action is called: 'Changed'. */
  actionWords: (action: string) => string;
};

/** Who changed what and when, newest first: before, and after. */
export function HistoryList({ entries, words, actionWords }: Props) {
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
