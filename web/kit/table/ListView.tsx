import {
  type FocusEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { SuggestionList } from '#contract/search-suggestions.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { formatCount } from '#domain/shared/text.ts';
import { FilterChips } from '#web/kit/table/filters/FilterChips.tsx';
import { FilterFields } from '#web/kit/table/filters/FilterFields.tsx';
import { listChips } from '#web/kit/table/filters/filters.ts';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { DataTable, type TableProps } from './DataTable.tsx';
import { ListFailure } from './ListFailure.tsx';
import { Pager } from './Pager.tsx';
import { RowButton } from './RowButton.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SortSelect } from './SortSelect.tsx';
import type { List } from './use-list.ts';

/** Only for a search that finds nothing, so the first list does without it. */
const SearchSuggestions = lazy(async () => ({
  default: (await import('./SearchSuggestions.tsx')).SearchSuggestions,
}));

/**
 * Up to this many selects are all shown beside the search; otherwise only the primary filters are, and none on a phone,
 * where the rows would begin far below.
 */
const MIN_ROWS = 2;
const PHONE = '(width < 48rem)';

type Props<Row> = Omit<TableProps<Row>, 'rows' | 'order' | 'onSort' | 'isBusy'> & {
  /** The result of useList. */
  list: List<Row>;
  /** The text for a list without rows. */
  empty: string;
  /** The error text: 'The users could not be loaded.' */
  failed: string;
  /** Replaces the retry of the request. */
  onRetry?: () => void;
  /** Without it the list has no search. */
  searchLabel?: string;
  /** The list whose words a search that finds nothing is corrected by. */
  suggestFrom?: SuggestionList;
  /** Shown to the right of the search, such as the button for a new row. */
  actions?: ReactNode;
  /** What the sum of all matches adds up: 'balance due'. */
  sumName?: string | undefined;
  /** Actions on all rows that match, shown beside 'Refresh'. */
  tools?: ReactNode;
};

/** A whole list: search, filters, chips, count, table, pages, failure and empty text. */
export function ListView<Row>(props: Props<Row>) {
  const { list, empty, failed, onRetry, searchLabel, suggestFrom, actions, sumName, tools, ...table } = props;
  const { page, isFetching, error } = list;
  const section = useRef<HTMLElement>(null);
  const returned = useReturnedFocus(section, page);
  const [isOpen, setOpen] = useState(false);
  // Date fields and long selects are slow to render: rendered on first use, then kept with their input.
  const [wasOpen, setWasOpen] = useState(false);
  const filtersId = useId();
  const { filters } = list.definition;
  const isShort = filters.length <= MIN_ROWS && filters.every(({ kind }) => kind === 'select');
  const [isPhone] = useState(() => window.matchMedia?.(PHONE).matches);
  const usual = filters.filter(({ isPrimary }) => isShort || (isPrimary && !isPhone));
  const more = filters.filter((filter) => !usual.includes(filter));
  const moreOn = listChips(more, list.state.filters).length;
  const rows = page?.rows ?? null;
  return (
    <section
      {...returned}
      ref={section}
      tabIndex={-1}
      aria-label={table.caption}
      className="@container/list scroll-mt-20 space-y-4"
    >
      <div className="flex flex-wrap items-end gap-3">
        {searchLabel && <SearchBox list={list} label={searchLabel} />}
        <FilterFields list={list} filters={usual} />
        {more.length > 0 && (
          <RowButton
            className="!min-h-11"
            aria-expanded={isOpen}
            aria-controls={filtersId}
            onClick={() => {
              setOpen(!isOpen);
              setWasOpen(true);
            }}
          >
            <Drawing d="M4 6h16M7 12h10m-7 6h4" className="size-4" />
            {usual.length > 0 ? 'More filters' : 'Filters'}
            {moreOn > 0 && <span className="tabular-nums">({moreOn})</span>}
          </RowButton>
        )}
        {actions && <div className="ml-auto flex flex-wrap gap-3 max-sm:w-full">{actions}</div>}
      </div>
      {more.length > 0 && (
        <div
          id={filtersId}
          hidden={!isOpen}
          className={`grid-cols-2 gap-3 rounded-lg border border-line bg-surface p-4 lg:grid-cols-4 ${isOpen ? 'grid' : ''}`}
        >
          {wasOpen && <FilterFields list={list} filters={more} />}
        </div>
      )}
      <FilterChips list={list} onRemoved={() => section.current?.focus({ preventScroll: true })} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-ink-soft text-sm tabular-nums">
          {countWords(list)}
          {sumName && typeof page?.sum === 'number' && (
            <span className="font-semibold text-ink">
              , {formatUsd(page.sum)} {sumName}
            </span>
          )}
        </p>
        <div className="list-tools">
          {tools}
          <RowButton onClick={list.refresh} aria-disabled={isFetching}>
            Refresh
          </RowButton>
        </div>
        {rows?.length !== 0 && <SortSelect columns={table.columns} list={list} />}
      </div>
      <ListFailure list={list} failed={failed} {...(onRetry && { onRetry })} />
      {(rows || !error) && rows?.length !== 0 && (
        <div className="rows:rounded-lg rows:border rows:border-line rows:bg-surface">
          <DataTable
            {...table}
            rows={rows}
            order={list.order}
            onSort={(sort) => list.change({ sort })}
            isBusy={isFetching}
            isOutdated={list.isOutdated}
            entity={list.definition.entity}
          />
        </div>
      )}
      {rows?.length === 0 && <EmptyList list={list} text={empty} {...(suggestFrom && { suggestFrom })} />}
      {rows && rows.length > 0 && (
        <Pager list={list} onMoved={() => section.current?.scrollIntoView?.({ block: 'nearest' })} />
      )}
    </section>
  );
}

/** 'Showing 25 of over 1,000'. */
function countWords({ page, isFetching, error }: List<unknown>): string {
  if (!page) return isFetching || !error ? 'Loading...' : 'Nothing loaded';
  const total = page.total === '1000+' ? 'over 1,000' : formatCount(page.total);
  return `Showing ${page.rows.length} of ${total}`;
}

type EmptyListProps = { list: List<unknown>; text: string; suggestFrom?: SuggestionList };

/** The text of a list without rows, with a button that clears search and filters. */
function EmptyList({ list, text, suggestFrom }: EmptyListProps) {
  const isFarIn = list.state.cursor !== null;
  return (
    <div className="rounded-lg border border-line border-dashed px-4 py-12 text-center text-ink-soft">
      <p className="font-semibold text-ink">{text}</p>
      {list.isNarrowed && <p className="mt-1 text-sm">Nothing matches the search and the filters.</p>}
      {suggestFrom && !list.isOutdated && list.state.search.trim() !== '' && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <SearchSuggestions list={list} suggestFrom={suggestFrom} />
          </Suspense>
        </ErrorBoundary>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-2 empty:hidden">
        {isFarIn && <RowButton onClick={() => list.change({})}>Go to the first page</RowButton>}
        {list.isNarrowed && <RowButton onClick={list.clearAll}>Clear filters</RowButton>}
      </div>
    </div>
  );
}

/** When a row with the focus is removed, the list gets the focus, so that Tab continues from there. */
function useReturnedFocus(list: RefObject<HTMLElement | null>, page: unknown) {
  const wasInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run whenever the rows change
  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (wasInside.current && isNowhere) list.current?.focus({ preventScroll: true });
  }, [list, page]);
  return {
    onFocus: () => {
      wasInside.current = true;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) wasInside.current = false;
    },
  };
}
