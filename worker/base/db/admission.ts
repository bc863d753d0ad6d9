/**
 * Whether a call is let in, while it already reads: the session and the data are asked for at the same time. Until it is
 * let in, a call can only read the database. After it is refused, it can do nothing more.
 */
export class Admission {
  readonly #decision = Promise.withResolvers<void>();
  #isRefused = false;

  constructor() {
    // A call that holds nothing back does not ask.
    this.admitted.catch(() => undefined);
  }

  /** Rejects with the refusal. */
  get admitted(): Promise<void> {
    return this.#decision.promise;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  decideBy(check: Promise<unknown>): void {
    check.then(
      () => this.#decision.resolve(),
      (refusal) => {
        this.#isRefused = true;
        this.#decision.reject(refusal);
      },
    );
  }
}

/** The port, whose methods wait until the call is let in, but those `atOnce`. Those that wait have to be asynchronous. */
export function holdMethods<T extends object>(
  port: T,
  admission: Admission,
  atOnce: readonly (keyof T)[],
): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (atOnce.includes(name as keyof T)) return value.bind(target);
      return held(value as AnyMethod, target, admission);
    },
  });
}

function held(run: AnyMethod, target: object, { admitted }: Admission): AnyMethod {
  return async (...args) => {
    await admitted;
    return run.apply(target, args);
  };
}

type AnyMethod = (...args: unknown[]) => unknown;

type Session = Pick<D1DatabaseSession, 'prepare' | 'batch'>;

const SELECT = /^\s*select\b/i;
const WITH = /^\s*with\b/i;
const WRITE = /\b(?:insert|update|delete|replace)\b/i;
/** A WITH can begin a write. One that only mentions such a word waits, too. */
const isRead = (text: string) => SELECT.test(text) || (WITH.test(text) && !WRITE.test(text));

const RUNS = ['run', 'all', 'first', 'raw'];

/** The session, whose writes wait until the call is let in. Reads run at once, and after a refusal not at all. */
export function holdWrites(session: Session, admission: Admission): Session {
  const plain = new WeakMap<object, D1PreparedStatement>();
  const holdStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'bind') return (...values: unknown[]) => holdStatement(target.bind(...values));
        return RUNS.includes(String(name)) ? held(value as AnyMethod, target, admission) : value;
      },
    });
    plain.set(proxy, statement);
    return proxy;
  };
  return {
    prepare(text) {
      if (admission.isRefused) throw new Error('This call was refused');
      const statement = session.prepare(text);
      return isRead(text) ? statement : holdStatement(statement);
    },
    async batch<T>(statements: D1PreparedStatement[]) {
      if (statements.some((statement) => plain.has(statement))) await admission.admitted;
      return session.batch<T>(statements.map((statement) => plain.get(statement) ?? statement));
    },
  };
}
