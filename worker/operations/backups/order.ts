import type { BackupTable } from './manifest.ts';

/** A table with a foreign key, and the table that it refers to. */
export type Reference = { child: string; parent: string };

/**
 * A table that others refer to is read from its newest row to its oldest. A row that makes place for a new one, as an
 * ended payment link does, is then read after it ended, so that the backup does not have two open links of a booking.
 * In any other table a row can be deleted and inserted again with a new number. It is read from the oldest row, so that
 * this row is not missed; if it is read twice, the restore keeps the later one.
 */
export function withReadingOrder(
  tables: readonly BackupTable[],
  references: readonly Reference[],
): BackupTable[] {
  return tables.map((table) => ({
    ...table,
    isNewestFirst: references.some(({ parent }) => parent === table.name),
  }));
}

/**
 * Tables with a foreign key before the tables that they refer to: a row that is inserted during a backup then never
 * refers to a row that the backup lacks. Throws on a cycle of tables; a reference of a table to itself is not one.
 */
export function childrenFirst(
  tables: readonly BackupTable[],
  references: readonly Reference[],
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
