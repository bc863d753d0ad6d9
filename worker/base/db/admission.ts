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
