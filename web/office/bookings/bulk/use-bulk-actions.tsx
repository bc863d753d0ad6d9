import { useMemo } from 'react';
import type { Booking } from '#contract/staff-bookings.ts';
import { makeListQuery } from '#web/kit/table/list-state.ts';
import type { List } from '#web/kit/table/use-list.ts';
import { useSelection } from '#web/kit/table/use-selection.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';

const BulkBar = lazyDialog(async () => (await import('./BulkBar.tsx')).BulkBar);

/** The selected bookings of a list, for its table, and the bar with what can be done with them. */
export function useBulkActions(list: List<Booking>) {
  const { state, definition, page } = list;
  const { limit: _, sort: __, cursor: ___, ...filter } = makeListQuery(state, definition);
  const rows = page?.rows;
  const pageIds = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]);
  const selection = useSelection({ scope: JSON.stringify(filter), pageIds });
  const isOn = selection.isAll || selection.ids.size > 0;
  return {
    selection: {
      ...selection,
      has: (key: string | number) => selection.has(Number(key)),
      toggle: (key: string | number, options: { extends: boolean }) => selection.toggle(Number(key), options),
    },
    bar: isOn && (
      <ErrorBoundary>
        <BulkBar list={list} filter={filter} selection={selection} />
      </ErrorBoundary>
    ),
  };
}
