export type Figure = { name: string; value: number };
type Rebuilt = { before: Figure[]; after: Figure[] };

/** A table of each figure before and after, and the number of changed figures. A missing figure counts as 0. */
export function rebuildReport({ before, after }: Rebuilt): string {
  const names = [...new Set([...before, ...after].map(({ name }) => name))].toSorted();
  const lines = names.map((name) => ({ name, was: figureOf(before, name), is: figureOf(after, name) }));
  const wrong = lines.filter(({ was, is }) => was !== is).length;
  const head = ['', 'before', 'after', ''];
  const cells = lines.map(({ name, was, is }) => [
    name,
    String(was),
    String(is),
    was === is ? '' : 'changed',
  ]);
  const table = [head, ...cells].map((row) =>
    row
      .map((cell, i) => padded(cell, i, [head, ...cells]))
      .join('  ')
      .trimEnd(),
  );
  return [
    ...table,
    wrong === 0 ? 'All figures were right.' : `${wrong} of ${names.length} figures changed.`,
  ].join('\n');
}

function figureOf(figures: Figure[], name: string): number {
  return figures.find((figure) => figure.name === name)?.value ?? 0;
}

function padded(cell: string, column: number, rows: string[][]): string {
  const width = Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return column === 0 || column === 3 ? cell.padEnd(width) : cell.padStart(width);
}

/** The rows in the output of `wrangler d1 execute --json` for one query; warnings around the JSON are ignored. */
export function rowsOfJson<Row>(printed: string): Row[] {
  const json = /^\[\s*$[\s\S]*^\]\s*$/m.exec(printed)?.[0];
  const [result] = json ? (JSON.parse(json) as { results: Row[] }[]) : [];
  if (!result) throw new Error(`No result in: ${printed}`);
  return result.results;
}
