import type { Figures } from './load.ts';

export type Row = { name: string; product: Figures; bare: Figures };

const HEAD = ['call', 'requests/s', 'p50 ms', 'p95 ms', 'bare requests/s', 'of bare', 'failed'];

/** Each call beside the bare route of its kind. */
export function benchTable(rows: Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => line.map((cell, column) => pad(cell, column, widths)).join('  ')).join('\n');
}

function cells({ name, product, bare }: Row): string[] {
  return [
    name,
    product.perSecond.toFixed(0),
    product.p50Ms.toFixed(1),
    product.p95Ms.toFixed(1),
    bare.perSecond.toFixed(0),
    (product.perSecond / bare.perSecond).toFixed(2),
    String(product.failed + bare.failed),
  ];
}

function pad(cell: string, column: number, widths: number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
