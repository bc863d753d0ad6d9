/** One value of a file: null is an empty cell. */
export type Cell = string | number | null;

/** What Excel needs at the beginning of a file to read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One row by RFC 4180, its line break included, in which no spreadsheet finds a formula. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => quoted(defused(cell))).join(',')}\r\n`;
}

/** '1234.50' from 123450: a number to a spreadsheet. */
export function plainDollars(cents: number): string {
  const absolute = Math.abs(cents);
  const fraction = String(absolute % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${Math.trunc(absolute / 100)}.${fraction}`;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** A formula may hide behind spaces and quotes, and begin with the wide signs of East Asian keyboards. */
const FORMULA = /^[\s\p{Cc}\p{Cf}"'`]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

function defused(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** Quoted also at semicolons and tabs, which separate cells in the spreadsheets of other countries. */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
