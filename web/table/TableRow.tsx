import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import type { Column } from './column.ts';
import { AS } from './roles.ts';

type Opening<Row> = { isOpen: boolean; toggle: () => void; id: string; details: (row: Row) => ReactNode };
type Props<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  name: string;
  rowProps: {
    tabIndex: number;
    onFocus: () => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
  opening?: Opening<Row>;
};

/** A row and what it shows when it is opened; a card on narrow screens. A group of its own, so that both stay together. */
export function TableRow<Row>({ row, columns, name, rowProps, opening }: Props<Row>) {
  return (
    <tbody
      {...AS.group}
      className="max-md:mb-3 max-md:block max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface"
    >
      <tr
        {...rowProps}
        {...AS.row}
        className="relative rounded-md max-md:grid max-md:gap-y-2 max-md:p-4 md:hover:bg-sunk/60 md:focus-visible:-outline-offset-3"
      >
        {opening && (
          <td
            {...AS.cell}
            className="max-md:absolute max-md:top-2 max-md:right-2 md:border-line md:border-b md:pl-1"
          >
            <button
              type="button"
              onClick={opening.toggle}
              aria-expanded={opening.isOpen}
              aria-controls={opening.isOpen ? opening.id : undefined}
              className="inline-flex size-9 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink max-md:size-11 pointer-coarse:size-11"
            >
              <Icon
                name="right"
                className={`size-4 transition-transform ${opening.isOpen ? 'rotate-90' : ''}`}
              />
              <span className="sr-only">Details of {name}</span>
            </button>
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.field} row={row} column={column} isBesideButton={Boolean(opening)} />
        ))}
      </tr>
      {opening?.isOpen && (
        <tr {...AS.row} className="max-md:block">
          <td
            id={opening.id}
            {...AS.cell}
            colSpan={columns.length + 1}
            className="border-line bg-sunk/50 px-4 py-4 max-md:block max-md:rounded-b-lg max-md:border-t md:border-b md:pl-14"
          >
            {opening.details(row)}
          </td>
        </tr>
      )}
    </tbody>
  );
}

type CellProps<Row> = { row: Row; column: Column<Row>; isBesideButton: boolean };

function Cell<Row>({ row, column, isBesideButton }: CellProps<Row>) {
  const { header, cell, align, card = 'field', className = '' } = column;
  const numbers = align === 'end' ? 'tabular-nums md:text-right' : '';
  const base = `md:border-b md:border-line md:px-3 md:py-2 md:align-middle ${numbers} ${className}`;
  if (card === 'title') {
    return (
      <th
        scope="row"
        {...AS.rowHeader}
        className={`wrap-anywhere text-left font-normal ${isBesideButton ? 'max-md:pr-11' : ''} ${base}`}
      >
        {cell(row)}
      </th>
    );
  }
  if (card === 'actions') {
    return (
      <td {...AS.cell} className={`max-md:mt-1 ${base}`}>
        {cell(row)}
      </td>
    );
  }
  return (
    <td
      {...AS.cell}
      className={`max-md:grid max-md:grid-cols-[6.5rem_minmax(0,1fr)] max-md:items-baseline max-md:gap-x-3 ${base}`}
    >
      <span className="text-ink-soft text-xs md:hidden">{header}</span>
      <div className="wrap-anywhere min-w-0">{cell(row)}</div>
    </td>
  );
}
