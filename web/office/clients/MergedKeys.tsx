import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Client } from '#contract/clients.ts';
import { formatMoment } from '#domain/shared/days.ts';
import { clientQuery } from '#web/api/clients.ts';
import { site } from '#web/config.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { keyText } from './words.ts';

type Props = {
  client: Client;
  /** Null: the user may not separate clients. */
  onSeparate: ((key: string) => void) | null;
};

/** The addresses and numbers that are merged into a client; nothing without any. */
export function MergedKeys({ client, onSeparate }: Props) {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(clientQuery(client.key));
  if (error && !data) {
    return (
      <LoadFailure
        failed="The merged clients could not be loaded."
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data?.mergedKeys.length) return null;
  return (
    <div className="mt-4">
      <p id={id} className="text-ink-soft text-xs">
        Merged into this client
      </p>
      <ul aria-labelledby={id} className="mt-1 divide-y divide-line">
        {data.mergedKeys.map(({ key, mergedAt, mergedBy }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
            <span className="wrap-anywhere min-w-0 flex-1">
              <bdi>{keyText(key)}</bdi>
              <span className="block text-ink-soft text-xs">
                {formatMoment(Date.parse(mergedAt), site.timeZone)}
                {mergedBy !== null && (
                  <>
                    {' '}
                    by <bdi>{mergedBy}</bdi>
                  </>
                )}
              </span>
            </span>
            {onSeparate && (
              <RowButton onClick={() => onSeparate(key)}>
                Separate <bdi className="sr-only">{keyText(key)}</bdi>
              </RowButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
