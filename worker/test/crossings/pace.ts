/**
 * Decides when the result of a crossing goes on to the code that waits for it. `start` is called as it starts, `finish`
 * with its result at hand; `stop` with the reply, after which nothing is held.
 */
export type Pace = {
  start(): void;
  finish(): Promise<void>;
  stop(): void;
  /** How many crossings the reply waited for one after the other; null where times tell it. */
  rounds(): number | null;
};

/** So long after the last result, no crossing that depends on an earlier one is still to come. */
const QUIET_MS = 4;

/**
 * Holds each result until every crossing that is under way has its result and no other one started for some milliseconds.
 * Then it releases all of them together, so what overlaps does not depend on the speed of the machine.
 */
export function inRounds(): Pace {
  let underWay = 0;
  let released = 0;
  let isStopped = false;
  let held: (() => void)[] = [];
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    const waiting = held;
    held = [];
    for (const resume of waiting) resume();
  };
  return {
    start: () => {
      underWay += 1;
      clearTimeout(quiet);
    },
    finish: () => {
      underWay -= 1;
      if (isStopped) return Promise.resolve();
      return new Promise((resolve) => {
        held.push(resolve);
        if (underWay > 0) return;
        quiet = setTimeout(() => {
          released += 1;
          release();
        }, QUIET_MS);
      });
    },
    stop: () => {
      isStopped = true;
      clearTimeout(quiet);
      release();
    },
    rounds: () => released,
  };
}

/** Delays each result, as the distance to a far service does. */
export function delayedBy(ms: number): Pace {
  return {
    start: () => {},
    finish: () => scheduler.wait(ms),
    stop: () => {},
    rounds: () => null,
  };
}
