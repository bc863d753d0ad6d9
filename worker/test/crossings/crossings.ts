import { AsyncLocalStorage } from 'node:async_hooks';
import { isInMaintenance } from '#worker/base/context.ts';
import type { Env } from '#worker/base/env.ts';
import type { CrossingCounts } from './counts.ts';
import type { Pace } from './pace.ts';

/**
 * One call of the Worker to something that can be far away: a statement or batch of D1, an object, KV, R2, a queue,
 * e-mail, Stripe or another provider.
 */
type Crossing = { to: string; kind: 'read' | 'write'; startMs: number; endMs: number };

/** The crossings of one request. */
export class CrossingLog {
  readonly #pace: Pace;
  readonly #crossings: Crossing[] = [];
  #isOpen = false;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** To be called just before the request. */
  start(): void {
    this.#isOpen = true;
  }

  /** Records what `work` does as one crossing, and holds its result as the pace wants. */
  async cross<T>(to: string, kind: Crossing['kind'], work: () => Promise<T>): Promise<T> {
    if (!this.#isOpen) return work();
    const crossing = { to, kind, startMs: Date.now(), endMs: Number.POSITIVE_INFINITY };
    this.#crossings.push(crossing);
    this.#pace.start();
    try {
      return await work();
    } finally {
      await this.#pace.finish();
      crossing.endMs = Date.now();
    }
  }

  /** To be called with the reply. What the reply did not wait for is in `all`, and not in a row. */
  stop(): CrossingCounts {
    this.#isOpen = false;
    this.#pace.stop();
    return {
      all: this.#crossings.length,
      writes: this.#crossings.filter(({ kind }) => kind === 'write').length,
      inARow: this.#pace.rounds() ?? longestChain(this.#crossings),
      names: this.#crossings.map(({ to, kind }) => `${to} ${kind}`),
    };
  }
}

/** The most crossings that started one after the end of the other; those that have not ended are left out. */
function longestChain(crossings: readonly Crossing[]): number {
  let count = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const crossing of crossings.toSorted((a, b) => a.endMs - b.endMs)) {
    if (crossing.startMs < endMs || crossing.endMs === Number.POSITIVE_INFINITY) continue;
    count += 1;
    endMs = crossing.endMs;
  }
  return count;
}

type Methods = Readonly<Record<string, Crossing['kind']>>;

const NAMESPACE: Methods = { get: 'read', list: 'read', put: 'write', delete: 'write' };
const BUCKET: Methods = { ...NAMESPACE, head: 'read' };

/** Limits count at the edge itself, and variables are texts: neither is a crossing. */
const BINDINGS: Readonly<Record<string, Methods>> = {
  FLAGS: NAMESPACE,
  CATALOG: NAMESPACE,
  BACKUPS: BUCKET,
  PHOTOS: BUCKET,
  TASKS: { send: 'write', sendBatch: 'write' },
  EMAIL: { send: 'write' },
};
/** The methods of the Durable Objects. */
const OBJECTS: Readonly<Record<string, Methods>> = {
  SESSIONS: { check: 'read', list: 'read', open: 'write', end: 'write', endAll: 'write', restrict: 'write' },
  LIVE: { fetch: 'write', closeSession: 'write', closeAccount: 'write' },
};
/** No reply waits for it: `publish` of worker/base/live/live.ts returns nothing. */
const BEHIND_THE_REPLY: readonly string[] = ['LIVE.publish'];

/** The bindings of one request. `log` records each call of them. */
export function countingEnv(env: Env, log: CrossingLog): Env {
  const counted: Env = { ...env, DB: countingDatabase(env.DB, log) };
  for (const [name, methods] of Object.entries(BINDINGS)) {
    counted[name] = countingMethods(env[name] as object, { name, methods, log });
  }
  for (const [name, methods] of Object.entries(OBJECTS)) {
    counted[name] = countingNamespace(env[name] as DurableObjectNamespace, { name, methods, log });
  }
  return counted;
}

/** Reads the maintenance flag, as a request before has done at an instance that has been running for a while. */
export const warmUp = (counted: Env): Promise<boolean> => isInMaintenance(counted, Date.now());

type Counting = { name: string; methods: Methods; log: CrossingLog };

function countingMethods<T extends object>(binding: T, { name, methods, log }: Counting): T {
  return withMethods(binding, (method, run) => {
    const kind = methods[method];
    if (kind) return (...args) => log.cross(name, kind, () => run(...args) as Promise<unknown>);
    if (BEHIND_THE_REPLY.includes(`${name}.${method}`)) return run;
    throw new Error(`${name}.${method} is not counted: add it to worker/test/crossings/crossings.ts`);
  });
}

function countingNamespace(namespace: DurableObjectNamespace, counting: Counting) {
  return withMethods(namespace, (method, run) =>
    method === 'get' ? (...args) => countingMethods(run(...args) as object, counting) : run,
  );
}

const RUNS = ['all', 'first', 'raw', 'run', 'exec'];
const MAKES = ['withSession', 'prepare', 'bind'];

/** D1, its sessions and their statements. A batch is one crossing, and a write if one of its statements is. */
function countingDatabase<T extends object>(target: T, log: CrossingLog): T {
  return withMethods(target, (method, run) => {
    if (MAKES.includes(method)) return (...args) => countingDatabase(run(...args) as object, log);
    if (method === 'batch') {
      return (statements) => {
        const isWrite = (statements as object[]).some((one) => kindOf(one) === 'write');
        return log.cross('DB', isWrite ? 'write' : 'read', () => run(statements) as Promise<unknown>);
      };
    }
    if (!RUNS.includes(method)) return run;
    return (...args) => log.cross('DB', kindOf(target), () => run(...args) as Promise<unknown>);
  });
}

const WRITE = /\b(?:insert|update|delete|replace)\b/i;

/** By its text, which D1 keeps in it. WITH begins reads and writes. */
function kindOf(statement: object): Crossing['kind'] {
  const text = String(Reflect.get(statement, 'statement'));
  return !/^\s*select\b/i.test(text) && WRITE.test(text) ? 'write' : 'read';
}

type Method = (...args: unknown[]) => unknown;

/** The object with other methods. `replace` gets the name of a method and a function that calls it. */
function withMethods<T extends object>(object: T, replace: (name: string, run: Method) => Method): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return replace(String(name), (...args) => Reflect.apply(value, target, args));
    },
  });
}

const current = new AsyncLocalStorage<CrossingLog>();

/** Runs a request so that its calls to Stripe and other providers are recorded, which use the global `fetch`. */
export const withProviders = <T>(log: CrossingLog, work: () => T): T => current.run(log, work);

/** From now on, what the Worker fetches is recorded. Returns a function that ends it. */
export function countFetches(): () => void {
  const plain = globalThis.fetch;
  globalThis.fetch = ((input: RequestInfo, init?: RequestInit) => {
    const log = current.getStore();
    if (!log) return plain(input, init);
    const request = new Request(input, init);
    const kind = request.method === 'GET' ? 'read' : 'write';
    return log.cross(new URL(request.url).host, kind, () => plain(request));
  }) as typeof fetch;
  return () => {
    globalThis.fetch = plain;
  };
}
