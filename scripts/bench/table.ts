import type { Figures } from './load.ts';

export type Row = { name: string; product: Figures; bare: Figures };

const HEAD = ['call', 'requests/s', 'p50 ms', 'p95 ms', 'bare requests/s', 'bare p95 ms', 'of bare'];

/** Each call beside the bare route of its kind; `least` is the required share of its throughput. */
export function benchTable(rows: Row[], least?: number): string {
  const verdict = least === undefined ? [] : [`at least ${least}`];
  return alignedTable([
    [...HEAD, ...verdict],
    ...rows.map((row) => [...cells(row), ...(least === undefined ? [] : [verdictOf(shareOf(row) >= least)])]),
  ]);
}

/** Aligns the first column to the left and numbers to the right. */
export function alignedTable(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines.map((line) => line.map((cell, column) => pad(cell, column, widths)).join('  ')).join('\n');
}

export function verdictOf(isMet: boolean): string {
  return isMet ? 'yes' : 'NO';
}

const shareOf = ({ product, bare }: Row) => product.perSecond / bare.perSecond;

function cells(row: Row): string[] {
  const { name, product, bare } = row;
  return [
    name,
    product.perSecond.toFixed(0),
    product.p50Ms.toFixed(1),
    product.p95Ms.toFixed(1),
    bare.perSecond.toFixed(0),
    bare.p95Ms.toFixed(1),
    shareOf(row).toFixed(2),
  ];
}

function pad(cell: string, column: number, widths: number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
