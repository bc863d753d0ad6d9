/** One value of a file: null is an empty cell. */
export type CsvCell = string | number | null;

/** Excel reads a file as UTF-8 only when it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One CSV row (RFC 4180) with its line break. Values that a spreadsheet would run as a formula are escaped. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(',')}\r\n`;
}

/** '1234.50' from 123450: a number to a spreadsheet. */
export function plainDollars(cents: number): string {
  const absolute = Math.abs(cents);
  const fraction = String(absolute % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${Math.trunc(absolute / 100)}.${fraction}`;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** A formula can follow spaces and quotes, and can begin with the full-width signs of East Asian keyboards. */
const FORMULA = /^[\s\p{Cc}\p{Cf}"'`]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

function escapeFormula(cell: CsvCell): string {
  const text = cell === null ? '' : String(cell);
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** Quotes text with semicolons or tabs, too: spreadsheets of some countries use them as separators. */
function quoteCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
