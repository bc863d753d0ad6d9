export type Stop = () => Promise<void> | void;

/** Stops everything that was started, once and in parallel. */
export class Teardown {
  readonly #stops: Stop[] = [];
  #isOver = false;

  add(stop: Stop): void {
    if (this.#isOver) void stop();
    else this.#stops.push(stop);
  }

  async run(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#stops.splice(0).map((stop) => stop()));
  }
}
