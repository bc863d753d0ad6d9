import { existsSync, readFileSync } from 'node:fs';

/** Findings that a check still allows: one line a file or name, `count name`, sorted. It may only shrink. */
export function readPending(path: string): Map<string, number> {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]));
}

/** The names that have more findings than the list allows. */
export function overPending(counts: Map<string, number>, pending: Map<string, number>): Set<string> {
  return new Set(
    [...counts].filter(([name, count]) => count > (pending.get(name) ?? 0)).map(([name]) => name),
  );
}

/** The list for these counts. Files may have moved; throws when there are more findings than before in all. */
export function shrinkPending(counts: Map<string, number>, pending: Map<string, number>): string {
  const before = total(pending);
  const after = total(counts);
  if (pending.size > 0 && after > before)
    throw new Error(`There are ${after} findings now, ${before} before.`);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${count} ${name}\n`)
    .join('');
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
