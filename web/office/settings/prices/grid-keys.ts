/** A cell by its indexes. */
export type Place = { row: number; column: number };
/** The selected cells: from the active cell to the other corner. */
export type Selection = { active: Place; corner: Place };
export type Direction = 'down' | 'up' | 'right' | 'left';
export type GridSize = { rows: number; columns: number };

const PAGE_ROWS = 10;

/** Where a key without a typed character leads; null for a key that moves nothing. */
export function moveBy(
  key: { key: string; ctrlKey: boolean; metaKey: boolean },
  from: Place,
  size: GridSize,
): Place | null {
  const isFar = key.ctrlKey || key.metaKey;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const targets: Record<string, Place> = {
    ArrowUp: { row: isFar ? 0 : from.row - 1, column: from.column },
    ArrowDown: { row: isFar ? last.row : from.row + 1, column: from.column },
    ArrowLeft: { row: from.row, column: isFar ? 0 : from.column - 1 },
    ArrowRight: { row: from.row, column: isFar ? last.column : from.column + 1 },
    Home: { row: isFar ? 0 : from.row, column: 0 },
    End: { row: isFar ? last.row : from.row, column: last.column },
    PageUp: { row: from.row - PAGE_ROWS, column: from.column },
    PageDown: { row: from.row + PAGE_ROWS, column: from.column },
  };
  const target = targets[key.key];
  return target ? inside(target, size) : null;
}

/** The cell after Enter or Tab: one row down, or one column on and then the next row. */
export function nextPlace(from: Place, direction: Direction, size: GridSize): Place {
  if (direction === 'down' || direction === 'up')
    return inside({ ...from, row: from.row + (direction === 'down' ? 1 : -1) }, size);
  const index = from.row * size.columns + from.column + (direction === 'right' ? 1 : -1);
  const bounded = Math.max(0, Math.min(index, size.rows * size.columns - 1));
  return { row: Math.floor(bounded / size.columns), column: bounded % size.columns };
}

function inside({ row, column }: Place, size: GridSize): Place {
  return {
    row: Math.max(0, Math.min(row, size.rows - 1)),
    column: Math.max(0, Math.min(column, size.columns - 1)),
  };
}

/** All cells of a selection, row by row. */
export function listSelectedPlaces({ active, corner }: Selection): Place[][] {
  const rows = range(active.row, corner.row);
  const columns = range(active.column, corner.column);
  return rows.map((row) => columns.map((column) => ({ row, column })));
}

export function isSelected(selection: Selection, { row, column }: Place): boolean {
  const { active, corner } = selection;
  return isBetween(row, active.row, corner.row) && isBetween(column, active.column, corner.column);
}

/** The cells of copied text: rows by line breaks, columns by tabs, as spreadsheets write them. */
export function parseTable(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.replace(/^"([\s\S]*)"$/, '$1').replaceAll('""', '"')));
}

/**
 * Where pasted cells go: one value fills the selection; a table begins at the selection's first cell. Cells beyond the
 * grid are left out; `left` counts them.
 */
export function pastePlaces(
  table: readonly string[][],
  selection: Selection,
  size: GridSize,
): { cells: (Place & { text: string })[]; left: number } {
  const [only] = table[0] ?? [];
  if (only !== undefined && table.length === 1 && table[0]?.length === 1)
    return {
      cells: listSelectedPlaces(selection)
        .flat()
        .map((place) => ({ ...place, text: only })),
      left: 0,
    };
  const start = listSelectedPlaces(selection)[0]?.[0] ?? selection.active;
  const all = table.flatMap((line, y) =>
    line.map((text, x) => ({ row: start.row + y, column: start.column + x, text })),
  );
  const cells = all.filter(({ row, column }) => row < size.rows && column < size.columns);
  return { cells, left: all.length - cells.length };
}

function range(a: number, b: number): number[] {
  const low = Math.min(a, b);
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => low + index);
}

function isBetween(value: number, a: number, b: number): boolean {
  return value >= Math.min(a, b) && value <= Math.max(a, b);
}
