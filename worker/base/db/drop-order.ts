/** A row of sqlite_master. */
export type SchemaObject = { type: string; name: string; sql: string };

/**
 * The order in which triggers, views and tables can be dropped: triggers first, so that dropping a table with rows runs
 * none; then views; then each table before the tables that it refers to. SQLite refuses to drop a table while a table
 * with ON DELETE CASCADE to it refers to one that is gone.
 */
export function inDropOrder<T extends SchemaObject>(objects: readonly T[]): T[] {
  const parents = new Map(
    objects.map(({ name, sql }) => [name, parentsOf(sql).filter((one) => one !== name)]),
  );
  const depth = (name: string): number =>
    Math.max(0, ...(parents.get(name) ?? []).map((one) => 1 + depth(one)));
  const rank = ({ type, name }: SchemaObject) =>
    type === 'table' ? objects.length - depth(name) : ['trigger', 'view'].indexOf(type) - objects.length;
  return objects.toSorted((a, b) => rank(a) - rank(b));
}

function parentsOf(sql: string): string[] {
  return [...sql.matchAll(/REFERENCES [`"]?(\w+)/g)].map(([, parent = '']) => parent);
}
