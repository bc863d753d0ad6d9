import type { ReactNode } from 'react';

/** A column as data. */
export type Column<Row> = {
  /** Unique in its table. */
  field: string;
  /** Its heading; on narrow screens the label before the value. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** The sort name of the server; without one the column cannot be sorted. */
  sortKey?: string;
  /** The direction of the first press on its heading: 'desc' if the newest or largest matters. */
  sortsFirst?: 'asc' | 'desc';
  /** 'end' for numbers and amounts: right-aligned, digits of equal width. */
  align?: 'start' | 'end';
  /**
   * On a card: 'title' is its first line and names the row for screen readers (set it on one column),
   * 'actions' has no label, 'field' is a value with its label.
   */
  card?: 'title' | 'field' | 'actions';
  /** Whether users can show or hide the column, and whether it is shown before they do. */
  choice?: 'shown' | 'hidden';
  /** Classes of the cell, such as 'whitespace-nowrap' or a width. */
  className?: string;
};

/** The direction in which an order sorts a column. */
export function directionOf(column: { sortKey?: string }, order: string | undefined): 'asc' | 'desc' | null {
  if (!column.sortKey || !order) return null;
  if (order === column.sortKey) return 'asc';
  return order === `-${column.sortKey}` ? 'desc' : null;
}

/** The order that a press on a column's heading requests. */
export function nextOrder(column: { sortKey: string; sortsFirst?: 'asc' | 'desc' }, order?: string): string {
  const at = directionOf(column, order);
  const isDescending = at ? at === 'asc' : column.sortsFirst === 'desc';
  return `${isDescending ? '-' : ''}${column.sortKey}`;
}

/** The classes that keep the title and the actions of a row in view while a wide table scrolls sideways. */
export function heldOf({ card }: Pick<Column<unknown>, 'card'>): string {
  if (card === 'title') return 'rows:sticky rows:left-0 rows:z-[1]';
  return card === 'actions' ? 'rows:sticky rows:right-0 rows:z-[1]' : '';
}

/** Some browsers drop the table semantics of a table that is styled as cards; these roles restore them. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** The name of the shown columns in the URL, where a saved view puts them. */
export const COLUMNS_PARAM = 'columns';
const NO_COLUMNS = 'none';

/** The columns that the URL names; null: those that the user has chosen on this device. */
export function readColumns(params: URLSearchParams): string[] | null {
  const text = params.get(COLUMNS_PARAM);
  if (!text) return null;
  return text === NO_COLUMNS ? [] : text.split(',');
}

export const columnsText = (columns: readonly string[]) => columns.join(',') || NO_COLUMNS;
