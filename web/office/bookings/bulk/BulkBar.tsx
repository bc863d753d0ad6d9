import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Booking, exportBookings } from '#contract/staff-bookings.ts';
import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import {
  BULK_STATUSES,
  type BulkStatus,
  MAX_BULK_ROWS,
  TOO_MANY_MATCHES,
} from '#domain/rental/bulk-actions.ts';
import { formatCount } from '#domain/shared/text.ts';
import { RowButton, rowButtonClass } from '#web/kit/table/RowButton.tsx';
import type { List } from '#web/kit/table/use-list.ts';
import type { ListSelection } from '#web/kit/table/use-selection.ts';
import { isShortcut } from '#web/kit/ui/browser/key-press.ts';
import { Drawing, Icon } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { bookingStatusStyle } from '#web/kit/ui/StatusBadge.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';
import { BULK_RESULT } from '#web/paths.ts';
import { BulkDialog } from './BulkDialog.tsx';

type Props = {
  list: List<Booking>;
  /** The search and the filters of the list, as in its call. */
  filter: Record<string, string>;
  selection: ListSelection;
};

/** What the open dialog asks about. It keeps the bookings that were selected when it opened. */
type Asked = { status: BulkStatus | null; count: number; target: BulkTarget };
export type BulkTarget = { ids: number[] } | { filter: Record<string, string>; expectedCount: number };

/** At the bottom of the window while bookings are selected: how many, and what can be done with them. */
export function BulkBar({ list, filter, selection }: Props) {
  const mayWrite = useMayWrite();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [, setParams] = useSearchParams();
  const bar = useBarKey();
  const { ids, isAll, clear, selectAll } = selection;
  const total = list.page?.total ?? 0;
  const count = isAll && typeof total === 'number' ? total : ids.size;
  const open = (status: BulkStatus | null) => {
    const target = isAll ? { filter, expectedCount: count } : { ids: [...ids] };
    setAsked({ status, count, target });
  };
  const started = (id: number) => {
    setAsked(null);
    clear();
    setParams((before) => {
      before.set(BULK_RESULT, String(id));
      return before;
    });
  };
  const statuses = BULK_STATUSES.map((status) => ({
    label: BOOKING_STATUS_LABELS[status],
    sign: <Drawing d={bookingStatusStyle(status).sign} className="size-4" />,
    onPick: () => open(status),
  }));
  return (
    <section
      ref={bar}
      aria-label="Selected bookings"
      data-save-bar
      className="sticky bottom-3 z-[8] rounded-lg border border-edge bg-surface p-2 shadow-lift"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="px-2 font-semibold text-sm tabular-nums max-sm:-order-2">
          {formatCount(count)} selected
        </p>
        {!isAll && (total === '1000+' || total > count) && <AllButton total={total} onPick={selectAll} />}
        <div data-actions className="ml-auto flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1">
          {mayWrite && (
            <>
              <MenuButton label="Set status" items={statuses} className={rowButtonClass()}>
                Set status <Icon name="right" className="size-3.5 rotate-90" />
              </MenuButton>
              <RowButton onClick={() => open(null)}>Send reminder</RowButton>
            </>
          )}
          <a
            href={`${exportBookings.path}?${new URLSearchParams(isAll ? filter : { ids: [...ids].join(',') })}`}
            download
            className={rowButtonClass()}
          >
            Export
          </a>
        </div>
        <RowButton
          onClick={clear}
          aria-keyshortcuts="Escape"
          className="max-sm:-order-1 max-sm:ml-auto !px-2.5"
        >
          <Icon name="close" className="size-4" />
          <span className="sr-only">Clear the selection</span>
        </RowButton>
      </div>
      {asked && (
        <BulkDialog {...asked} onStarted={started} onFailed={list.refresh} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}

/** Selects all rows that match, or says why it cannot. */
function AllButton({ total, onPick }: { total: number | '1000+'; onPick: () => void }) {
  const [isRefused, setRefused] = useState(false);
  const isTooMany = total === '1000+' || total > MAX_BULK_ROWS;
  const words = total === '1000+' ? 'over 1,000' : formatCount(total);
  return (
    <>
      <RowButton onClick={() => (isTooMany ? setRefused(true) : onPick())}>
        Select all {words} matching
      </RowButton>
      {isRefused && isTooMany && (
        <p role="alert" className="basis-full px-2 text-danger text-sm">
          {TOO_MANY_MATCHES}
        </p>
      )}
    </>
  );
}

/** The key '.' leads from the rows to the first action in the returned element. */
function useBarKey() {
  const bar = useRef<HTMLElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '.' || (!isShortcut(event) && !isInCheckbox(event))) return;
    event.preventDefault();
    bar.current?.querySelector<HTMLElement>('[data-actions] :is(button, a)')?.focus();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return bar;
}

function isInCheckbox({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && target instanceof HTMLInputElement && target.type === 'checkbox';
}
