import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { LiveEntity } from '#contract/live.ts';
import { useIsMarked } from '#web/kit/live/live-store.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { type Column, heldOf, TABLE_ROLES } from './column.ts';
import { SelectBox } from './SelectBox.tsx';

type Opening<Row> = { isOpen: boolean; toggle: () => void; id: string; details: (row: Row) => ReactNode };
type Selecting = { isOn: boolean; toggle: (options: { extends: boolean }) => void };
type Props<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  name: string;
  /** What the row is, and its key. */
  subject: { entity: LiveEntity | undefined; key: string | number };
  rowProps: {
    tabIndex: number;
    onFocus: () => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
  opening?: Opening<Row>;
  /** The row can be selected. */
  selecting?: Selecting | undefined;
  /** Called for a click beside the controls of the row. */
  onOpen?: () => void;
  /** 44 px high as a row of a table. */
  isDense?: boolean | undefined;
};

/** A row and its details; a card on narrow screens. A row group of its own contains both. */
export function TableRow<Row>({
  row,
  columns,
  name,
  subject,
  rowProps,
  opening,
  selecting,
  onOpen,
  isDense,
}: Props<Row>) {
  const isMarked = useIsMarked(subject.entity, subject.key);
  return (
    <tbody
      {...TABLE_ROLES.group}
      className="cards:mb-3 cards:block cards:rounded-lg cards:border cards:border-line cards:bg-surface"
    >
      <tr
        {...rowProps}
        {...TABLE_ROLES.row}
        // Shift selects rows instead of text.
        onMouseDown={(event) => {
          if (selecting && event.shiftKey) event.preventDefault();
        }}
        onClick={(event) => {
          if (!isBesideControls(event)) return;
          if (selecting && event.shiftKey) selecting.toggle({ extends: true });
          else onOpen?.();
        }}
        data-marked={isMarked || undefined}
        className={`relative rounded-md cards:grid cards:gap-y-2 cards:p-4 focus-visible:-outline-offset-3 ${onOpen ? 'cursor-pointer' : ''} ${isDense ? 'rows:h-11 rows:leading-tight' : ''} ${selecting?.isOn ? 'bg-brand-soft' : 'rows:bg-surface rows:hover:bg-[color-mix(in_srgb,var(--color-sunk)_60%,var(--color-surface))]'}`}
      >
        {selecting && (
          <td
            {...TABLE_ROLES.cell}
            className={`cards:absolute cards:top-2 rows:pl-2 ${opening ? 'cards:right-14' : 'cards:right-2'}`}
          >
            <SelectBox label={`Select ${name}`} isOn={selecting.isOn} onToggle={selecting.toggle} />
          </td>
        )}
        {opening && (
          <td
            {...TABLE_ROLES.cell}
            className={`cards:absolute cards:top-2 cards:right-2 ${selecting ? '' : 'rows:pl-1'}`}
          >
            <button
              type="button"
              onClick={opening.toggle}
              aria-expanded={opening.isOpen}
              aria-controls={opening.isOpen ? opening.id : undefined}
              className={`inline-flex items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink max-md:size-11 pointer-coarse:size-11 ${selecting ? 'size-7' : 'size-9'}`}
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
          <Cell
            key={column.field}
            row={row}
            column={column}
            besides={(opening ? 1 : 0) + (selecting ? 1 : 0)}
            isDense={isDense}
          />
        ))}
      </tr>
      {opening?.isOpen && (
        <tr {...TABLE_ROLES.row} className="cards:block">
          <td
            id={opening.id}
            {...TABLE_ROLES.cell}
            colSpan={columns.length + (selecting ? 2 : 1)}
            className="border-line bg-sunk/50 px-4 py-4 cards:block cards:rounded-b-lg cards:border-t rows:pl-14"
          >
            {opening.details(row)}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** False for a click on a control or in a dialog of the row, and at the end of a selection of text. */
function isBesideControls({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const isInRow = target instanceof Element && currentTarget.contains(target);
  if (!isInRow || target.closest('a, button, input, select, textarea, label, dialog, [role=menu]'))
    return false;
  return !window.getSelection()?.toString();
}

const TITLE_ROOM = ['', 'cards:pr-11', 'cards:pr-24'];

/** A cell that stays in view lies over the outline of its row, and draws its part of it. */
const FOCUS_GOES_ON =
  'rows:[[data-row]:focus-visible>&]:shadow-[inset_0_3px_var(--color-brand),inset_0_-3px_var(--color-brand)]';

type CellProps<Row> = {
  row: Row;
  column: Column<Row>;
  /** How many buttons are beside the title of a card. */
  besides: number;
  isDense?: boolean | undefined;
};

function Cell<Row>({ row, column, besides, isDense }: CellProps<Row>) {
  const { header, cell, align, card = 'field', className = '' } = column;
  const held = heldOf(column);
  const numbers = align === 'end' ? 'tabular-nums rows:text-right' : '';
  const base = `rows:px-3 rows:@max-[66rem]/list:px-1.5 rows:@max-[52rem]/list:px-1.5 rows:@max-[45rem]/list:px-1 ${isDense ? 'rows:py-0.5' : 'rows:py-2'} rows:align-middle ${held && `${held} rows:bg-inherit ${FOCUS_GOES_ON}`} ${numbers} ${className}`;
  if (card === 'title') {
    return (
      <th
        scope="row"
        {...TABLE_ROLES.rowHeader}
        className={`wrap-anywhere text-left font-normal ${TITLE_ROOM[besides] ?? ''} ${base}`}
      >
        {cell(row)}
      </th>
    );
  }
  if (card === 'actions') {
    return (
      <td {...TABLE_ROLES.cell} className={`cards:mt-1 ${base}`}>
        {cell(row)}
      </td>
    );
  }
  return (
    <td
      {...TABLE_ROLES.cell}
      className={`cards:grid cards:grid-cols-[6.5rem_minmax(0,1fr)] cards:items-baseline cards:gap-x-3 ${base}`}
    >
      <span className="text-ink-soft text-xs rows:hidden">{header}</span>
      <div className="wrap-anywhere min-w-0">{cell(row)}</div>
    </td>
  );
}
