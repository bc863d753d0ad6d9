/** A database that adds up the rows its statements read (D1's meta.rows_read). */
export function countingDatabase(database: D1Database) {
  let rowsRead = 0;
  const count = (result: D1Result) => {
    rowsRead += result.meta.rows_read ?? 0;
    return result;
  };
  const counting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        const run = (...args: unknown[]) => value.apply(object, args);
        switch (name) {
          case 'prepare':
          case 'bind':
          case 'withSession':
            return (...args: unknown[]) => counting(run(...args));
          case 'all':
          case 'run':
            return async (...args: unknown[]) => count(await run(...args));
          case 'batch':
            return async (...args: unknown[]) => ((await run(...args)) as D1Result[]).map(count);
          case 'raw':
          case 'first':
            return async (...args: unknown[]) => {
              count(await askAgain(object as D1PreparedStatement));
              return run(...args);
            };
          default:
            return run;
        }
      },
    });
  return { database: counting(database), rowsRead: () => rowsRead };
}

/** raw() and first() tell nothing of what they read, so a reading statement is run once more for its count. */
function askAgain(statement: D1PreparedStatement): Promise<D1Result> {
  const text = String(Reflect.get(statement, 'statement'));
  if (!/^\s*select\b/i.test(text)) throw new Error(`Not a read, so it cannot be asked twice: ${text}`);
  return statement.all();
}
