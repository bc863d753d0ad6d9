import { memo, useEffect, useId, useRef } from 'react';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { COLUMNS } from './cells.ts';
import { type CellActions, GridCell } from './GridCell.tsx';
import type { Place, Selection } from './grid-keys.ts';
import type { Cell, GridRow, PriceGridModel } from './grid-rows.ts';
import type { EditHistory } from './use-edit-history.ts';
import { usePriceGrid } from './use-price-grid.ts';

type Props = {
  /** What the grid prices: 'Prices of mixed debris'. */
  label: string;
  grid: PriceGridModel;
  history: EditHistory;
  /** Shows the published value below each changed one. */
  isComparing: boolean;
  /** A cell that takes the focus and is scrolled to the middle, once. */
  target: Place | null;
  onTargetReached: () => void;
};

/**
 * The prices of one material as a spreadsheet: a row for each size and rental period. Arrow keys move, typing replaces,
 * Enter edits and goes down, Tab leaves the grid unless a cell is edited, and ranges are copied from and pasted into
 * other spreadsheets.
 */
export function PriceGrid({ label, grid, history, isComparing, target, onTargetReached }: Props) {
  const help = useId();
  const { selection, editing, message, onKeyDown, onCopy, onPaste, ...actions } = usePriceGrid(grid, history);
  const { active } = selection;
  const table = useFocusedCell(`${active.row} ${active.column} ${editing === null}`, editing !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each target is a new object and runs once
  useEffect(() => {
    if (!target) return;
    const cell = table.current?.tBodies[0]?.rows[target.row]?.cells[target.column + 1];
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView?.({ block: 'center', inline: 'center' });
    actions.select(target);
    onTargetReached();
  }, [target]);
  const column = COLUMNS[active.column];
  const { error } = grid.cell(active.row, active.column);
  return (
    <div>
      <div className="[:root:has([data-save-problems])_&]:[--save-bar:15rem] [--save-bar:5rem] relative isolate max-h-[70vh] overflow-auto rounded-lg border border-line bg-surface">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with editable cells is a grid
          role="grid"
          aria-label={label}
          aria-describedby={help}
          aria-multiselectable="true"
          className="w-full min-w-[57.75rem] sm:min-w-[59.75rem] table-fixed border-separate border-spacing-0 text-sm tabular-nums"
          onKeyDown={onKeyDown}
          onCopy={onCopy}
          onPaste={onPaste}
        >
          <thead>
            <tr>
              <th scope="col" className={`${HEAD} ${NAME_WIDTH} left-0 z-30 text-left`}>
                Size and rental
              </th>
              {COLUMNS.map(({ field, label: heading, hint }) => (
                <th
                  key={field}
                  scope="col"
                  title={hint}
                  className={`${HEAD} z-20 text-right ${field === 'isOffered' ? 'w-20' : 'w-25'}`}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row, index) => (
              <Row
                key={`${row.dumpsterSize} ${row.rentalOption}`}
                row={row}
                index={index}
                isFirstOfSize={row.dumpsterSize !== grid.rows[index - 1]?.dumpsterSize}
                cells={COLUMNS.map((_, at) => grid.cell(index, at))}
                selection={isInRows(selection, index) ? selection : null}
                editingText={editing && active.row === index ? editing.text : null}
                isReplacing={editing?.isReplacing ?? false}
                isComparing={isComparing}
                actions={actions}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <p className="min-w-0 flex-1" role="status">
          {(message || !error) && (
            <span className="text-ink-soft">{message || `${column?.label}: ${column?.hint}`}</span>
          )}
          {error && (
            <span dir="auto" className="flex items-start gap-1.5 font-semibold text-danger">
              <Icon name="warning" className="mt-0.5 size-4" />
              {grid.rows[active.row]?.title}, {column?.label}: {error}
            </span>
          )}
        </p>
        <StepButton label="Undo" onClick={history.undo} />
        <StepButton label="Redo" onClick={history.redo} />
      </div>
      <p id={help} className="mt-1 text-ink-soft text-xs max-sm:hidden">
        Arrow keys move, Shift selects a range. Type to replace a value, press Enter to edit it, Delete to
        empty it. Ctrl+C and Ctrl+V work with other spreadsheets, Ctrl+D fills down, Ctrl+Z undoes.
      </p>
    </div>
  );
}

/** Columns have fixed widths: a browser measures each of 4,000 cells otherwise, at each key. */
const NAME_WIDTH = 'w-36 sm:w-44';
const HEAD = 'sticky top-0 border-line border-b bg-sunk px-2 py-2 font-semibold first:px-3';

/** Keeps the focus on the active cell while it moves inside the grid. Returns the ref of the table. */
function useFocusedCell(change: string, isEditing: boolean) {
  const table = useRef<HTMLTableElement>(null);
  const editor = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the active cell changes or its editor closes
  useEffect(() => {
    const hadEditor = editor.current;
    editor.current = isEditing;
    const hasFocus = table.current?.contains(document.activeElement) || hadEditor;
    if (isEditing || !hasFocus) return;
    const cell = table.current?.querySelector<HTMLElement>('[tabindex="0"]');
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [change]);
  return table;
}

function StepButton({ label, onClick }: { label: string; onClick: (() => void) | null }) {
  return (
    <button
      type="button"
      disabled={!onClick}
      onClick={onClick ?? undefined}
      className="touch rounded-md px-2 font-semibold text-brand underline-offset-4 hover:underline disabled:text-ink-soft disabled:opacity-55"
    >
      {label}
    </button>
  );
}

type RowProps = {
  row: GridRow;
  index: number;
  isFirstOfSize: boolean;
  cells: Cell[];
  /** Null while no cell of the row is selected. */
  selection: Selection | null;
  editingText: string | null;
  isReplacing: boolean;
  isComparing: boolean;
  actions: CellActions;
};

/** Rows without a selected cell are not rendered again: a catalog can have 480 of them. */
const Row = memo(
  function Row({ row, index, isFirstOfSize, cells, ...cellProps }: RowProps) {
    const border = isFirstOfSize && index > 0 ? 'border-edge border-t-2' : 'border-line border-t';
    return (
      <tr>
        <th
          scope="row"
          className={`sticky left-0 z-10 bg-surface px-3 py-1.5 text-left font-normal ${border}`}
        >
          <span dir="auto" className="wrap-anywhere line-clamp-2">
            {row.title}
          </span>
        </th>
        {cells.map((cell, column) => (
          <GridCell
            key={COLUMNS[column]?.field}
            cell={cell}
            place={{ row: index, column }}
            border={border}
            {...cellProps}
          />
        ))}
      </tr>
    );
  },
  (before, after) =>
    before.selection === null &&
    after.selection === null &&
    before.isComparing === after.isComparing &&
    before.row === after.row &&
    before.cells.every((cell, index) => isSameCell(cell, after.cells[index])),
);

function isSameCell(a: Cell, b: Cell | undefined): boolean {
  return (
    a.text === b?.text && a.error === b.error && a.published === b.published && a.isChanged === b.isChanged
  );
}

function isInRows({ active, corner }: Selection, row: number): boolean {
  return row >= Math.min(active.row, corner.row) && row <= Math.max(active.row, corner.row);
}
