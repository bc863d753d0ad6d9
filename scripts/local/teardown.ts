export type Stop = () => Promise<void> | void;

/** What has been started, to be stopped once, all at the same time, whenever the end comes. */
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
