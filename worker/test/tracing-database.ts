/** A database that lists the statements that are sent to it, in order; a batch is one entry. */
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
