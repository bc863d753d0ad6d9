import type { BackupTable } from './manifest.ts';

/**
 * Tables with a foreign key before the tables that they refer to: a row that is inserted during a backup then never
 * refers to a row that the backup lacks. Throws on a cycle of tables; a reference of a table to itself is not one.
 */
export function childrenFirst(
  tables: readonly BackupTable[],
  references: readonly { child: string; parent: string }[],
): BackupTable[] {
  const ordered: BackupTable[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const free = waiting.filter(
      ({ name }) =>
        !references.some(
          ({ child, parent }) =>
            parent === name && child !== name && waiting.some((one) => one.name === child),
        ),
    );
    if (free.length === 0) {
      throw new Error(`The foreign keys of ${waiting.map(({ name }) => name).join(', ')} form a cycle.`);
    }
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}
