import type { ReactNode } from 'react';

/** A column as data. */
export type Column<Row> = {
  /** Unique in its table. */
  field: string;
  /** Its heading; on narrow screens the words before the value. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** The name by which the server sorts it; without one it cannot be sorted. */
  sortKey?: string;
  /** The direction that its heading asks for first: 'desc' where the newest or the largest matters. */
  sortsFirst?: 'asc' | 'desc';
  /** 'end' for numbers and amounts: aligned at the right, digits of one width. */
  align?: 'start' | 'end';
  /**
   * On a card: 'title' is its first line and names the row for screen readers (set it on one column),
   * 'actions' has no words before it, 'field' is a value with its words.
   */
  card?: 'title' | 'field' | 'actions';
  /** Classes of the cell, such as 'whitespace-nowrap' or a width. */
  className?: string;
};

/** The direction in which an order sorts a column. */
export function directionOf(column: { sortKey?: string }, order: string | undefined): 'asc' | 'desc' | null {
  if (!column.sortKey || !order) return null;
  if (order === column.sortKey) return 'asc';
  return order === `-${column.sortKey}` ? 'desc' : null;
}

/** The order that a press on a column's heading asks for. */
export function nextOrder(column: { sortKey: string; sortsFirst?: 'asc' | 'desc' }, order?: string): string {
  const at = directionOf(column, order);
  const isDescending = at ? at === 'asc' : column.sortsFirst === 'desc';
  return `${isDescending ? '-' : ''}${column.sortKey}`;
}

/** As cards a table is no table any more for some browsers: the roles say what its elements then do not. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
