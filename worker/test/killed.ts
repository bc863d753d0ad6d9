/**
 * Where a runtime ends: before or after a call to the database, both counted from 1; or inside a batch, when `statement` of
 * its statements have run.
 */
export type KillPoint = { call: number; when: 'before' | 'after' | 'inside'; statement?: number };

const KILLED = 'The runtime was killed';
/** Fails when it runs, so its batch is rolled back. */
const FAILING = "SELECT json('not JSON')";

type Execute = () => Promise<unknown>;

/** A database that a runtime loses at a point: from then on, every call fails. */
export function killedDatabase(database: D1Database, { call, when, statement = 0 }: KillPoint) {
  let calls = 0;
  let isKilled = false;
  const killed = interceptedDatabase(database, async (execute, batch) => {
    if (isKilled) throw new Error(KILLED);
    calls += 1;
    if (calls < call) return execute();
    isKilled = true;
    if (when === 'after') await execute();
    if (when === 'inside' && batch) {
      const cut = [...batch.statements.slice(0, statement), database.prepare(FAILING)];
      await batch.run(cut).then(
        () => Promise.reject(new Error('The batch should have failed')),
        () => {},
      );
    }
    throw new Error(KILLED);
  });
  return { database: killed, isKilled: () => isKilled };
}

/** Every point at which an action can be killed. Runs the action once. */
export async function listKillPoints(
  database: D1Database,
  act: (database: D1Database) => Promise<unknown>,
): Promise<KillPoint[]> {
  const points: KillPoint[] = [];
  let call = 0;
  const traced = interceptedDatabase(database, (execute, batch) => {
    call += 1;
    points.push({ call, when: 'before' });
    for (let statement = 1; statement <= (batch?.statements.length ?? 0); statement += 1) {
      points.push({ call, when: 'inside', statement });
    }
    points.push({ call, when: 'after' });
    return execute();
  });
  await act(traced);
  return points;
}

type Batch = {
  statements: D1PreparedStatement[];
  run: (statements: D1PreparedStatement[]) => Promise<unknown>;
};

/** A database whose calls go through `intercept`. */
export function interceptedDatabase(
  database: D1Database,
  intercept: (execute: Execute, batch: Batch | null) => Promise<unknown>,
): D1Database {
  const wrapped = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        switch (name) {
          case 'prepare':
          case 'bind':
          case 'withSession':
            return (...args: unknown[]) => wrapped(value.apply(object, args));
          case 'all':
          case 'run':
          case 'raw':
          case 'first':
            return (...args: unknown[]) => intercept(() => value.apply(object, args), null);
          case 'batch': {
            const run = (statements: D1PreparedStatement[]) => value.call(object, statements);
            return (statements: D1PreparedStatement[]) =>
              intercept(() => run(statements), { statements, run });
          }
          default:
            return value.bind(object);
        }
      },
    });
  return wrapped(database);
}
