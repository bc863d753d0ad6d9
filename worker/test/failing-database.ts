/** A database on which every statement fails with this message once it is run. */
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
