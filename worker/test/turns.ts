import { waitingDatabase } from './databases.ts';

/**
 * Runs the database calls of two callers one at a time, in an order that the test chooses, independent of clocks. The
 * next call is made only when none runs and each unfinished caller waits to make one. Calls that a caller starts side by
 * side are made in the order in which it started them.
 */
export class Turns {
  readonly #order: readonly number[];
  readonly #waiting: (() => void)[][] = [[], []];
  readonly #isFinished = [false, false];
  #turn = 0;
  #running = 0;

  /** `order`: the caller (0 or 1) of each next call, repeated, while both have calls to make. */
  constructor(order: readonly number[]) {
    this.#order = order;
  }

  database(database: D1Database, caller: number): D1Database {
    return waitingDatabase(database, () => this.#wait(caller));
  }

  /** Waits for the running `calls` of the two callers; starts nothing. */
  settled(calls: readonly Promise<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
    const finishing = calls.map((call, caller) => call.finally(() => this.#finish(caller)));
    return Promise.allSettled(finishing);
  }

  /** Resolves to the end of the call, at the turn of the caller. */
  #wait(caller: number): Promise<() => void> {
    if (this.#isFinished[caller]) return Promise.resolve(() => {});
    const { promise, resolve } = Promise.withResolvers<() => void>();
    this.#waiting[caller]?.push(() => {
      this.#running += 1;
      resolve(() => {
        this.#running -= 1;
        this.#proceed();
      });
    });
    this.#proceed();
    return promise;
  }

  #finish(caller: number) {
    this.#isFinished[caller] = true;
    for (const resume of this.#waiting[caller]?.splice(0) ?? []) resume();
    this.#proceed();
  }

  #proceed() {
    const callers = [0, 1].filter((caller) => !this.#isFinished[caller]);
    const isReady = callers.every((caller) => this.#waiting[caller]?.length);
    if (this.#running > 0 || callers.length === 0 || !isReady) return;
    const next = callers.length === 1 ? callers[0] : this.#order[this.#turn++ % this.#order.length];
    this.#waiting[next ?? 0]?.shift()?.();
  }
}
