import type { UseQueryResult } from '@tanstack/react-query';
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Card } from '#web/kit/ui/Card.tsx';

type Props<Row> = {
  title: string;
  /** Shown above the items. */
  text: string;
  query: UseQueryResult<Row[]>;
  idOf: (row: Row) => string | number;
  empty: string;
  children: (row: Row) => ReactNode;
};

/** A list of what drivers sent. When an item with the focus leaves it, the next item takes the focus. */
export function RecordSection<Row>({ title, text, query, idOf, empty, children }: Props<Row>) {
  const { data, error, isFetching, refetch } = query;
  const { heading, list, onFocus } = useFocusOnNext(data?.map(idOf));
  return (
    <Card title={data && data.length > 0 ? `${title} (${data.length})` : title} headingRef={heading}>
      {!data && error && (
        <LoadFailure
          failed="This list could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div role="status">
          <span className="sr-only">Loading...</span>
          <div aria-hidden="true" className="h-14 animate-pulse rounded-md bg-sunk" />
        </div>
      )}
      {data?.length === 0 && <p className="text-ink-soft text-sm">{empty}</p>}
      {data && data.length > 0 && (
        <>
          <p className="mb-3 max-w-prose text-ink-soft text-sm">{text}</p>
          <ul ref={list} onFocus={onFocus} className="divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0">
            {data.map((row) => (
              <li key={idOf(row)} tabIndex={-1} className="space-y-2 text-sm">
                {children(row)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** An answered item leaves the list with its buttons: the item at its position takes the focus, or else the heading. */
function useFocusOnNext(ids: readonly (string | number)[] | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<{ id: string | number | undefined; index: number } | null>(null);
  useEffect(() => {
    if (!ids || !last.current) return;
    const { id, index } = last.current;
    if (ids.some((one) => one === id)) return;
    last.current = null;
    if (document.activeElement !== document.body) return;
    const next = list.current?.children[Math.min(index, ids.length - 1)];
    if (next instanceof HTMLElement) next.focus();
    else heading.current?.focus();
  });
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const index = [...currentTarget.children].findIndex((item) => item.contains(target));
    last.current = { id: ids?.[index], index };
  };
  return { heading, list, onFocus };
}
