import type { MouseEvent } from 'react';
import { COLUMNS, type RateField, UNIT_LABELS } from './cells.ts';
import { isSelected, type Place, type Selection } from './grid-keys.ts';
import type { Cell } from './grid-rows.ts';
import type { usePriceGrid } from './use-price-grid.ts';

export type CellActions = Pick<ReturnType<typeof usePriceGrid>, 'select' | 'begin' | 'commit' | 'setText'>;

type Props = {
  cell: Cell;
  place: Place;
  border: string;
  selection: Selection | null;
  /** The text in the editor of the active cell; null while none is open in this row. */
  editingText: string | null;
  isReplacing: boolean;
  isComparing: boolean;
  actions: CellActions;
};

/** A cell of the price grid: its value, the mark of a change, and the editor over it. */
export function GridCell({ cell, place, border, selection, editingText, isComparing, ...editor }: Props) {
  const { actions } = editor;
  const { field = 'deposit', empty = '' } = COLUMNS[place.column] ?? {};
  const isActive = selection?.active.row === place.row && selection.active.column === place.column;
  const isRange = selection !== null && isSelected(selection, place);
  const isEditing = isActive && editingText !== null;
  const isSwitch = field === 'isOffered';
  const fill = isRange && !isActive ? 'bg-brand-soft' : 'bg-surface';
  const onMouseDown = (event: MouseEvent) => {
    if (isEditing) return;
    const isSecondClick = isActive && !event.shiftKey;
    actions.select(place, event.shiftKey);
    if (isSecondClick) actions.begin();
    // The editor takes the focus itself; the cell under it must not take it back.
    if (isSecondClick && !isSwitch) event.preventDefault();
  };
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      data-field={field}
      aria-selected={isRange}
      aria-invalid={cell.error ? true : undefined}
      className={`relative h-11 scroll-mt-12 scroll-mb-(--save-bar) scroll-ml-36 cursor-cell select-none whitespace-nowrap px-2 text-right sm:scroll-ml-46 ${border} ${cell.error ? 'bg-danger-soft' : fill} ${isActive ? 'outline-2 outline-brand -outline-offset-2' : ''}`}
      onMouseDown={onMouseDown}
      onMouseEnter={({ buttons }) => buttons === 1 && actions.select(place, true)}
    >
      {isEditing && <CellEditor field={field} text={editingText} {...editor} />}
      <span className={cell.text === '' ? 'text-ink-soft' : ''}>{cell.text || empty}</span>
      {cell.isChanged && <ChangeMark published={cell.published} isComparing={isComparing} />}
    </td>
  );
}

function ChangeMark({ published, isComparing }: { published: string | null; isComparing: boolean }) {
  const before = published === null ? 'new' : published || 'empty';
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute top-0 right-0 border-4 border-transparent border-t-signal border-r-signal"
      />
      {isComparing ? (
        <span className="block text-ink-soft text-xs">{published ? <del>{published}</del> : before}</span>
      ) : (
        <span className="sr-only">, changed, was {before}</span>
      )}
    </>
  );
}

type EditorProps = { field: RateField; text: string; isReplacing: boolean; actions: CellActions };

/** The control over the active cell. Leaving it keeps what was typed. */
function CellEditor({ field, text, isReplacing, actions }: EditorProps) {
  const common = {
    name: field,
    'aria-label': COLUMNS.find((column) => column.field === field)?.label,
    className: 'absolute inset-0 size-full border-2 border-brand bg-surface px-2 text-right text-ink',
    onBlur: () => actions.commit(null),
  };
  if (field === 'overageUnit')
    return (
      <select
        {...common}
        // biome-ignore lint/a11y/noAutofocus: the user asked to edit this cell
        autoFocus
        value={text}
        onChange={(event) => actions.setText(event.target.value)}
      >
        {Object.values(UNIT_LABELS).map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </select>
    );
  return (
    <input
      {...common}
      // biome-ignore lint/a11y/noAutofocus: the user asked to edit this cell
      autoFocus
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onFocus={(event) => !isReplacing && event.currentTarget.select()}
      onChange={(event) => actions.setText(event.target.value)}
    />
  );
}
