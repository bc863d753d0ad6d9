import { forgetCardNames } from '#worker/catalog/labels.ts';

/**
 * A database that counts its statements, each of a batch, and sums the rows that they read and write (D1's meta.rows_read
 * and rows_written). The names of rate cards are read again, so that the sum does not depend on earlier calls.
 */
export function countingDatabase(database: D1Database) {
  forgetCardNames();
  let rowsRead = 0;
  let rowsWritten = 0;
  let statements = 0;
  const count = (result: D1Result) => {
    rowsRead += result.meta.rows_read ?? 0;
    rowsWritten += result.meta.rows_written ?? 0;
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
            return async (...args: unknown[]) => {
              statements += 1;
              return count(await run(...args));
            };
          case 'batch':
            return async (...args: unknown[]) => {
              statements += (args[0] as unknown[]).length;
              return ((await run(...args)) as D1Result[]).map(count);
            };
          case 'raw':
          case 'first':
            return async (...args: unknown[]) => {
              statements += 1;
              const statement = object as D1PreparedStatement;
              if (name === 'raw' && !isSelect(statement)) return rawRows(count(await statement.all()));
              count(await runForCount(statement));
              return run(...args);
            };
          default:
            return run;
        }
      },
    });
  return {
    database: counting(database),
    rowsRead: () => rowsRead,
    rowsWritten: () => rowsWritten,
    statements: () => statements,
  };
}

/** raw() and first() do not report the rows they read, so a SELECT runs once more to count them. */
function runForCount(statement: D1PreparedStatement): Promise<D1Result> {
  if (!isSelect(statement)) throw new Error(`Not a read, so it cannot run twice: ${textOf(statement)}`);
  return statement.all();
}

/** What raw() returns for a write, which must not run twice. The columns of RETURNING have different names. */
function rawRows(result: D1Result): unknown[][] {
  return result.results.map((row) => Object.values(row as object));
}

const textOf = (statement: D1PreparedStatement) => String(Reflect.get(statement, 'statement'));
const isSelect = (statement: D1PreparedStatement) => /^\s*select\b/i.test(textOf(statement));

/** A database on which every statement fails with this message. */
export function failingDatabase(database: D1Database, message: string): D1Database {
  const fail = async () => {
    throw new Error(message);
  };
  const failing = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        if (['all', 'run', 'raw', 'first', 'batch', 'exec'].includes(String(name))) return fail;
        const value = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => failing(value.apply(object, args));
      },
    });
  return failing(database);
}

/**
 * A database that delays every statement a little: without the delay, local D1 hides races between a read and the write
 * that relies on it.
 */
export function pausingDatabase(database: D1Database, pauseMs: number): D1Database {
  if (pauseMs === 0) return database;
  return waitingDatabase(database, () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs)));
}

type Wait = () => Promise<void> | Promise<() => void>;

/** A database that runs `wait` before every statement, and what it returns after the statement. */
export function waitingDatabase(database: D1Database, wait: Wait): D1Database {
  const pausing = <T extends object>(target: T, methods: readonly string[]): T =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        if (name === 'prepare' || name === 'bind') {
          return (...args: unknown[]) => pausing(value.apply(object, args), ['all', 'run', 'raw', 'first']);
        }
        if (name === 'withSession') {
          return (...args: unknown[]) => pausing(value.apply(object, args), ['batch']);
        }
        if (!methods.includes(String(name))) return value.bind(object);
        return async (...args: unknown[]) => {
          const end = await wait();
          try {
            return await value.apply(object, args);
          } finally {
            end?.();
          }
        };
      },
    });
  return pausing(database, ['batch']);
}

/** A database that records the sent statements in order; a batch is one entry. */
export function tracingDatabase(database: D1Database) {
  const sent: string[] = [];
  const tracing = <T extends object>(target: T, text: string): T =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        const run = (...args: unknown[]) => value.apply(object, args);
        switch (name) {
          case 'prepare':
            return (...args: unknown[]) => tracing(run(...args), String(args[0]));
          case 'bind':
          case 'withSession':
            return (...args: unknown[]) => tracing(run(...args), text);
          case 'all':
          case 'run':
          case 'raw':
          case 'first':
            return (...args: unknown[]) => {
              sent.push(text);
              return run(...args);
            };
          case 'batch':
            return (...args: unknown[]) => {
              sent.push('batch');
              return run(...args);
            };
          default:
            return run;
        }
      },
    });
  return { database: tracing(database, ''), sent };
}
