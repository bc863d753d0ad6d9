import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { LiveEntity } from '#contract/live.ts';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import { type Column, directionOf, heldOf, nextOrder, TABLE_ROLES } from './column.ts';
import { SelectBox } from './SelectBox.tsx';
import { TableRow } from './TableRow.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { ListSelection } from './use-selection.ts';

type Key = string | number;
/**
 * A table with more columns scrolls sideways on every screen. Its heading then does not stay in view, but its title and
 * its actions do.
 */
const MAX_FITTING_COLUMNS = 8;

export type TableProps<Row> = {
  /** The name of the table for screen readers: 'Users'. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Null while the first rows load; placeholders are shown then. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => Key;
  /** The name of a row, for its button: 'Details of Ann Lee'. */
  rowName: (row: Row) => string;
  /** The details of an opened row. */
  details?: (row: Row) => ReactNode;
  /** Called for a click on a row and for Enter. Space then opens its details. */
  onOpen?: (row: Row) => void;
  /** What another key does with the row that has the focus. */
  onOtherKey?: (row: Row, pressed: string) => (() => void) | undefined;
  /** '-id' is descending. */
  order?: string;
  onSort?: (order: string) => void;
  /** True while rows load. */
  isBusy?: boolean;
  /** True while the rows are still those of another page or filter: then they are dimmed. */
  isOutdated?: boolean;
  /** Rows of 44 px, where the cells have at most two lines. */
  isDense?: boolean;
  /** What a row is: see ListDefinition. */
  entity?: LiveEntity | undefined;
  /** Rows can be selected, by checkboxes and by the key x. */
  selection?: RowSelection | undefined;
};

/** What a table needs of a ListSelection, whose ids are the keys of the rows. */
type RowSelection = Pick<ListSelection, 'page' | 'togglePage'> & {
  has: (key: Key) => boolean;
  toggle: (key: Key, options: { extends: boolean }) => void;
};

/**
 * A dense table if there is room, else a list of cards (ui/theme/lists.css). It uses neither router nor queries: lists
 * use it through ListView, a dialog may use it directly. Its rows take the focus: see use-row-keys.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    rowName,
    details,
    onOpen,
    onOtherKey,
    order,
    onSort,
    isBusy = false,
    isOutdated = false,
    isDense,
    entity,
    selection,
  } = props;
  const id = useId();
  const [open, setOpen] = useState<ReadonlySet<Key>>(new Set());
  const toggle = (key: Key) => setOpen((before) => toggled(before, key));
  const keys = rows?.map(rowKey) ?? [];
  const rowOf = (key: Key) => rows?.find((each) => rowKey(each) === key);
  const openRow = (key: Key) => {
    const row = rowOf(key);
    if (row) onOpen?.(row);
  };
  const rowProps = useRowKeys({
    keys,
    onEnter: onOpen ? openRow : details && toggle,
    onSpace: details ? toggle : onOpen && openRow,
    onSelect: selection && ((key) => selection.toggle(key, { extends: false })),
    onOtherKey: (key, pressed) => {
      const row = rowOf(key);
      return row && onOtherKey?.(row, pressed);
    },
  });
  const { frame, isCutOff } = useCutOff();
  const mayFit = columns.length + (selection ? 1 : 0) <= MAX_FITTING_COLUMNS;
  return (
    <div className="@container/list">
      {selection && (
        <div className="mb-2 rows:hidden">
          <SelectBox
            label="Select this page"
            isNamed
            isOn={selection.page === 'all'}
            isPartly={selection.page === 'some'}
            onToggle={selection.togglePage}
          />
        </div>
      )}
      <div
        ref={frame}
        data-wide={mayFit ? undefined : ''}
        // A region that scrolls can be reached by keyboard.
        {...(isCutOff && { tabIndex: 0, role: 'region', 'aria-label': `${caption}, table` })}
        className={`rows:overflow-x-auto rows:rounded-lg ${mayFit ? 'rows:@min-[59rem]/list:overflow-x-visible' : ''}`}
      >
        <table
          {...TABLE_ROLES.table}
          aria-busy={isBusy || !rows}
          className={`w-full text-sm transition-opacity ruled-rows cards:block rows:border-separate rows:border-spacing-0 ${isOutdated ? 'opacity-60 delay-150' : ''}`}
        >
          <caption className="sr-only">{caption}</caption>
          <thead
            {...TABLE_ROLES.group}
            className={`top-14 z-[5] cards:hidden ${mayFit ? '@min-[59rem]/list:sticky' : ''}`}
          >
            <tr {...TABLE_ROLES.row}>
              {selection && (
                <th
                  scope="col"
                  {...TABLE_ROLES.columnHeader}
                  className="w-9 rounded-tl-lg border-line border-b bg-surface pl-2"
                >
                  <SelectBox
                    label="Select all on this page"
                    isOn={selection.page === 'all'}
                    isPartly={selection.page === 'some'}
                    onToggle={selection.togglePage}
                  />
                </th>
              )}
              {details && (
                <th
                  scope="col"
                  {...TABLE_ROLES.columnHeader}
                  className={`border-line border-b bg-surface first:rounded-tl-lg @max-[45rem]/list:w-9 ${selection ? 'w-8' : 'w-11'}`}
                >
                  <span className="sr-only">Open</span>
                </th>
              )}
              {columns.map((column) => (
                <SortHeader key={column.field} column={column} order={order} {...(onSort && { onSort })} />
              ))}
            </tr>
          </thead>
          {rows ? (
            rows.map((row) => {
              const key = rowKey(row);
              return (
                <TableRow
                  key={key}
                  row={row}
                  columns={columns}
                  name={rowName(row)}
                  subject={{ entity, key }}
                  rowProps={rowProps(key)}
                  isDense={isDense}
                  {...(selection && {
                    selecting: {
                      isOn: selection.has(key),
                      toggle: (options) => selection.toggle(key, options),
                    },
                  })}
                  {...(onOpen && { onOpen: () => onOpen(row) })}
                  {...(details && {
                    opening: {
                      isOpen: open.has(key),
                      toggle: () => toggle(key),
                      id: `${id}-${key}`,
                      details,
                    },
                  })}
                />
              );
            })
          ) : (
            <SkeletonRows columns={columns.length + (details ? 1 : 0) + (selection ? 1 : 0)} />
          )}
        </table>
      </div>
    </div>
  );
}

/** Whether the table is wider than its frame. */
function useCutOff() {
  const frame = useRef<HTMLDivElement>(null);
  const [isCutOff, setCutOff] = useState(false);
  useEffect(() => {
    const { current: element } = frame;
    if (!element || !('ResizeObserver' in window)) return;
    const measure = () => setCutOff(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  return { frame, isCutOff };
}

function toggled(keys: ReadonlySet<Key>, key: Key): ReadonlySet<Key> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholders while rows load. */
function SkeletonRows({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden="true" className="cards:block">
      {ROWS.map((row) => (
        <tr key={row} className="cards:mb-3 cards:block">
          <td
            colSpan={columns}
            className="cards:block cards:rounded-lg cards:border cards:border-line cards:bg-surface cards:p-4 rows:px-3 rows:py-2"
          >
            <div className="flex h-10 animate-pulse items-center gap-6 cards:h-28">
              <div className="h-3.5 w-1/3 rounded-sm bg-sunk" />
              <div className="h-3.5 w-1/5 rounded-sm bg-sunk" />
              <div className="h-3.5 w-1/4 rounded-sm bg-sunk" />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  );
}

type Props<Row> = { column: Column<Row>; order: string | undefined; onSort?: (order: string) => void };

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: 'M12 19V5m-5 5 5-5 5 5', desc: 'M12 5v14m-5-5 5 5 5-5' };
const BOTH_WAYS = 'm8 9 4-4 4 4m-8 6 4 4 4-4';

/** A column's heading; a button if the server can sort by the column. */
function SortHeader<Row>({ column, order, onSort }: Props<Row>) {
  const { header, sortKey, align } = column;
  const at = directionOf(column, order);
  const side = align === 'end' ? 'text-right' : 'text-left';
  return (
    <th
      scope="col"
      {...TABLE_ROLES.columnHeader}
      aria-sort={at ? ARIA_SORT[at] : undefined}
      className={`whitespace-nowrap border-line border-b bg-surface ${heldOf(column)} px-3 @max-[66rem]/list:px-1.5 @max-[52rem]/list:px-1.5 @max-[45rem]/list:px-1 @max-[58rem]/list:whitespace-normal first:rounded-tl-lg last:rounded-tr-lg font-semibold text-ink-soft text-xs ${side} ${column.className ?? ''}`}
    >
      {sortKey && onSort ? (
        <button
          type="button"
          onClick={() => onSort(nextOrder({ ...column, sortKey }, order))}
          className={`-mx-1.5 inline-flex min-h-10 items-center gap-1 rounded-md px-1.5 ${side} font-semibold hover:bg-sunk hover:text-ink pointer-coarse:min-h-11 ${at ? 'text-ink' : ''}`}
        >
          {header}
          <Drawing d={at ? ARROWS[at] : BOTH_WAYS} className={`size-4 ${at ? '' : 'opacity-60'}`} />
        </button>
      ) : (
        <span className="inline-flex min-h-10 items-center">{header}</span>
      )}
    </th>
  );
}
