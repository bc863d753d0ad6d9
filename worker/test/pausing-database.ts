/**
 * A database whose every statement waits a little before it is sent: without it, local D1 hides races
 * between a read and the write that relies on it.
 */
export function pausingDatabase(database: D1Database, pauseMs: number): D1Database {
  if (pauseMs === 0) return database;
  return waitingDatabase(database, () => new Promise((resolve) => setTimeout(resolve, pauseMs)));
}

/** A database whose every statement is sent after `wait`. */
export function waitingDatabase(database: D1Database, wait: () => Promise<void>): D1Database {
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
          await wait();
          return value.apply(object, args);
        };
      },
    });
  return pausing(database, ['batch']);
}
