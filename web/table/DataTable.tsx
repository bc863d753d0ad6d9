import { type ReactNode, useId, useState } from 'react';
import type { Column } from './column.ts';
import { AS } from './roles.ts';
import { SkeletonRows } from './SkeletonRows.tsx';
import { SortHeader } from './SortHeader.tsx';
import { TableRow } from './TableRow.tsx';
import { useRowKeys } from './use-row-keys.ts';

type Key = string | number;
export type TableProps<Row> = {
  /** What the table shows, for those who listen: 'Users'. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Null while the first rows are on their way: a still picture of rows keeps their place. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => Key;
  /** What a row is about, in words: names its button 'Details of Ann Lee'. */
  rowName: (row: Row) => string;
  /** What a row shows when it is opened. */
  details?: (row: Row) => ReactNode;
  /** What Enter does on a row that has no details. */
  onOpen?: (row: Row) => void;
  /** '-id' is descending. */
  order?: string;
  onSort?: (order: string) => void;
  /** Other rows are on their way. */
  isBusy?: boolean;
};

/**
 * A dense table where there is room, else a list of cards (ui/theme/lists.css). It knows neither router nor queries: lists
 * use it by way of ListView, a dialog may use it directly. A plain table whose rows take the focus: see use-row-keys.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowName, details, onOpen, order, onSort, isBusy = false } = props;
  const id = useId();
  const [open, setOpen] = useState<ReadonlySet<Key>>(new Set());
  const toggle = (key: Key) => setOpen((before) => toggled(before, key));
  const keys = rows?.map(rowKey) ?? [];
  const openRow = (key: Key) => {
    const row = rows?.find((each) => rowKey(each) === key);
    if (row) onOpen?.(row);
  };
  const rowProps = useRowKeys({
    keys,
    ...(details && { onEnter: toggle }),
    ...(!details && onOpen && { onEnter: openRow }),
  });
  return (
    <div className="@container/list">
      <div className="rows:overflow-x-auto rows:@min-[59rem]/list:overflow-x-visible">
        <table
          {...AS.table}
          aria-busy={isBusy || !rows}
          className={`w-full text-sm transition-opacity ruled-rows cards:block rows:border-separate rows:border-spacing-0 ${isBusy ? 'opacity-60 delay-150' : ''}`}
        >
          <caption className="sr-only">{caption}</caption>
          <thead {...AS.group} className="top-14 z-[5] cards:hidden @min-[59rem]/list:sticky">
            <tr {...AS.row}>
              {details && (
                <th
                  scope="col"
                  {...AS.columnHeader}
                  className="w-11 rounded-tl-lg border-line border-b bg-surface @max-[45rem]/list:w-9"
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
                  rowProps={rowProps(key)}
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
            <SkeletonRows columns={columns.length + (details ? 1 : 0)} />
          )}
        </table>
      </div>
    </div>
  );
}

function toggled(keys: ReadonlySet<Key>, key: Key): ReadonlySet<Key> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
