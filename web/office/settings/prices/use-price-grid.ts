import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { COLUMNS, parseCell } from './cells.ts';
import {
  type Direction,
  listSelectedPlaces,
  moveBy,
  nextPlace,
  type Place,
  parseTable,
  pastePlaces,
  type Selection,
} from './grid-keys.ts';
import { cellKey, type PriceGridModel } from './grid-rows.ts';
import type { EditHistory } from './use-edit-history.ts';

type Typed = Place & { text: string };

/** The selected cells of the price grid and the text that is being typed into the active one. */
export function usePriceGrid(grid: PriceGridModel, history: EditHistory) {
  const [selection, setSelection] = useState<Selection>(only({ row: 0, column: 0 }));
  const [editing, setEditing] = useState<{ text: string; isReplacing: boolean } | null>(null);
  const [message, setMessage] = useState('');
  const { active } = selection;
  const textAt = ({ row, column }: Place) => grid.cell(row, column).text;

  const store = (cells: readonly Typed[]) => {
    const changes = cells.flatMap(({ row, column, text }) => {
      const [gridRow, field] = [grid.rows[row], COLUMNS[column]?.field];
      return gridRow && field ? [[cellKey(gridRow, field), text] as const] : [];
    });
    if (changes.length > 0) history.apply(Object.fromEntries(changes));
  };
  const select = (place: Place, isExtending = false) => {
    setMessage('');
    setSelection((old) => (isExtending ? { ...old, corner: place } : only(place)));
  };
  /** Opens the editor of the active cell, with a typed character in place of its text; a switch is switched. */
  const begin = (typed?: string) => {
    if (COLUMNS[active.column]?.field === 'isOffered') store(switched(grid, selection));
    else setEditing({ text: typed ?? textAt(active), isReplacing: typed !== undefined });
  };
  const commit = (direction: Direction | null, text = editing?.text) => {
    if (editing && text !== undefined && text !== textAt(active)) store([{ ...active, text }]);
    setEditing(null);
    if (direction) select(nextPlace(active, direction, sizeOf(grid)));
  };
  const state = { grid, history, selection, setSelection, editing, store, select, begin, commit };
  return {
    selection,
    editing,
    message,
    select,
    begin,
    commit,
    setText: (text: string) => setEditing((now) => now && { ...now, text }),
    onKeyDown: (event: KeyboardEvent) => {
      const isDone = editing ? editorKey(event, state, () => setEditing(null)) : gridKey(event, state);
      if (!isDone) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onCopy: (event: ClipboardEvent) => {
      if (!editing) setMessage(`${cellCount(copy(event, state))} copied`);
    },
    onPaste: (event: ClipboardEvent) => {
      if (!editing) setMessage(paste(event, state));
    },
  };
}

type GridState = {
  grid: PriceGridModel;
  editing: { text: string; isReplacing: boolean } | null;
  history: EditHistory;
  selection: Selection;
  setSelection: (selection: Selection) => void;
  store: (cells: readonly Typed[]) => void;
  select: (place: Place, isExtending?: boolean) => void;
  begin: (typed?: string) => void;
  commit: (direction: Direction | null) => void;
};

/** Handles a key on a cell that is not edited. False for keys of the browser. */
function gridKey(event: KeyboardEvent, state: GridState): boolean {
  const { grid, selection, store } = state;
  const { key, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const place = moveBy(event, shiftKey ? selection.corner : selection.active, sizeOf(grid));
  if (place) state.select(place, shiftKey);
  else if (isCommand) return command(shiftKey ? `shift ${key.toLowerCase()}` : key.toLowerCase(), state);
  else if (event.altKey) return false;
  else if (key === 'Enter' || key === 'F2') state.begin();
  else if (key === 'Delete' || key === 'Backspace') store(cellsOf(selection, () => ''));
  else if (key.length === 1) state.begin(key);
  else return false;
  return true;
}

/** Handles a key in the editor: Enter, Tab and, after typing over a cell, arrows keep the text; Escape drops it. */
function editorKey(event: KeyboardEvent, state: GridState, cancel: () => void): boolean {
  const { commit, select } = state;
  if (event.nativeEvent.isComposing) return false;
  const place = placeByArrow(event, state);
  if (event.key === 'Enter') commit(event.shiftKey ? 'up' : 'down');
  else if (event.key === 'Tab') commit(event.shiftKey ? 'left' : 'right');
  else if (event.key === 'Escape') cancel();
  else if (place) {
    commit(null);
    select(place);
  } else return false;
  return true;
}

/** As in spreadsheets, an arrow leaves a cell that is typed over. In a text that is edited it moves the cursor. */
function placeByArrow(event: KeyboardEvent, { editing, grid, selection }: GridState): Place | null {
  const isList = event.target instanceof HTMLSelectElement;
  if (!editing?.isReplacing || isList || !event.key.startsWith('Arrow')) return null;
  return moveBy(event, selection.active, sizeOf(grid));
}

function command(key: string, { grid, history, selection, setSelection, store }: GridState): boolean {
  const size = sizeOf(grid);
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const commands: Record<string, () => void> = {
    a: () => setSelection({ active: { row: 0, column: 0 }, corner: last }),
    d: () => store(filledDown(grid, selection)),
    z: () => history.undo?.(),
    y: () => history.redo?.(),
    'shift z': () => history.redo?.(),
  };
  commands[key]?.();
  return key in commands;
}

function copy(event: ClipboardEvent, { grid, selection }: GridState): number {
  const lines = listSelectedPlaces(selection).map((line) =>
    line.map(({ row, column }) => grid.cell(row, column).text),
  );
  event.clipboardData.setData('text/plain', lines.map((line) => line.join('\t')).join('\n'));
  event.preventDefault();
  return lines.flat().length;
}

function paste(event: ClipboardEvent, { grid, selection, setSelection, store }: GridState): string {
  const table = parseTable(event.clipboardData.getData('text/plain'));
  const { cells, left } = pastePlaces(table, selection, sizeOf(grid));
  store(cells);
  const unreadable = cells.filter(isUnreadable);
  const [first, last] = [cells[0], cells.at(-1)];
  if (unreadable[0]) setSelection(only(unreadable[0]));
  else if (first && last) setSelection({ active: first, corner: last });
  event.preventDefault();
  return pasteMessage(cells.length - unreadable.length, { unreadable: unreadable.length, left });
}

function isUnreadable({ column, text }: Typed): boolean {
  const field = COLUMNS[column]?.field;
  return field !== undefined && 'error' in parseCell(field, text);
}

/** '4 cells pasted; 1 cell not understood; 2 cells did not fit' */
function pasteMessage(taken: number, { unreadable, left }: { unreadable: number; left: number }): string {
  const parts = [`${taken === 0 ? 'No cell' : cellCount(taken)} pasted`];
  if (unreadable > 0) parts.push(`${cellCount(unreadable)} not understood`);
  if (left > 0) parts.push(`${cellCount(left)} did not fit`);
  return parts.join('; ');
}

/** The other value of the active switch, for the whole selection of its column. */
function switched(grid: PriceGridModel, { active, corner }: Selection): Typed[] {
  const text = grid.cell(active.row, active.column).text === 'Yes' ? 'No' : 'Yes';
  return cellsOf({ active, corner: { ...corner, column: active.column } }, () => text);
}

/** The first row of the selection, repeated in its other rows. */
function filledDown(grid: PriceGridModel, selection: Selection): Typed[] {
  const [first = [], ...rest] = listSelectedPlaces(selection);
  return rest.flat().map((place) => ({ ...place, text: grid.cell(first[0]?.row ?? 0, place.column).text }));
}

function cellsOf(selection: Selection, text: () => string): Typed[] {
  return listSelectedPlaces(selection)
    .flat()
    .map((place) => ({ ...place, text: text() }));
}

function sizeOf(grid: PriceGridModel) {
  return { rows: grid.rows.length, columns: COLUMNS.length };
}

function only(place: Place): Selection {
  return { active: place, corner: place };
}

function cellCount(cells: number): string {
  return cells === 1 ? '1 cell' : `${cells} cells`;
}
