import type { Flow } from '#web/public/booking/flow.ts';
import { entryOf, parseEntry, type Screen, type StepEntry } from '#web/public/booking/visits.ts';

/** Why the screen and the history entry may differ. */
type Cause =
  /** The page was loaded. */
  | 'load'
  /** The customer changed the step with a button of the page. */
  | 'step'
  /** The customer went back or forward in the browser. */
  | 'traversal'
  /** A `history.go` of the page has finished. */
  | 'settled';

type Move =
  | { type: 'none' }
  | { type: 'replace'; entry: StepEntry }
  | { type: 'push'; entry: StepEntry }
  | { type: 'go'; delta: number };

export type BrowserHistory = Pick<History, 'pushState' | 'replaceState' | 'go'> & { readonly state: unknown };

/** The confirmation replaces the payment. */
export const POSITION = { rental: 0, details: 1, payment: 2, done: 2 } as const;

/**
 * Keeps one history entry for each step, all with the same URL. Each entry of a visit directly follows that of an
 * earlier step. A finished visit has no entry of a payment that can still be shown.
 */
export class StepHistory {
  readonly #history: BrowserHistory;
  #cause: Cause = 'load';
  /** True while a `history.go` of the page is running. */
  #isMoving = false;

  constructor(history: BrowserHistory) {
    this.#history = history;
  }

  /** Returns the entry that the customer went to; undefined after a `history.go` of the page. */
  traversedTo(state: unknown): StepEntry | null | undefined {
    this.#cause = this.#isMoving ? 'settled' : 'traversal';
    if (!this.#isMoving) return parseEntry(state);
    this.#isMoving = false;
    return undefined;
  }

  /** Makes the current history entry match the screen. Returns whether the requested step cannot be shown. */
  follow(screen: Screen): boolean {
    if (this.#isMoving) return false;
    const cause = this.#cause;
    this.#cause = 'step';
    const entry = parseEntry(this.#history.state);
    if (!entry && cause === 'load') {
      this.#addVisit(screen);
      return false;
    }
    this.#apply(moveTo(screen, entry, cause));
    return entry?.step === 'payment' && screen.flow.step === 'details' && cause === 'traversal';
  }

  /** Adds the earlier steps of a visit that continues in a new document or a duplicated tab. */
  #addVisit(screen: Screen): void {
    listVisitEntries(screen).forEach((entry, index) => {
      this.#apply({ type: index === 0 ? 'replace' : 'push', entry });
    });
  }

  #apply(move: Move): void {
    switch (move.type) {
      case 'none':
        return;
      case 'replace':
        this.#history.replaceState(move.entry, '');
        return;
      case 'push':
        this.#history.pushState(move.entry, '');
        return;
      case 'go':
        this.#isMoving = true;
        this.#history.go(move.delta);
    }
  }
}

/** Lists the entries of a visit from its first step to the current one. */
export function listVisitEntries(screen: Screen): StepEntry[] {
  const { flow } = screen;
  const earlier: Flow[] = [];
  if (flow.step === 'details' || flow.step === 'payment') earlier.push({ ...flow, step: 'rental' });
  if (flow.step === 'payment') earlier.push({ ...flow, step: 'details' });
  return [...earlier, flow].map((step, index) => entryOf({ ...screen, flow: step }, index));
}

/** The history change that makes the current entry match the screen. */
function moveTo(screen: Screen, entry: StepEntry | null, cause: Cause): Move {
  if (!entry) return { type: 'replace', entry: entryOf(screen, 0) };
  const isSameVisit = entry.visit === screen.visit;
  const target = entryOf(screen, isSameVisit ? entry.behind : 0);
  if (isSameVisit && target.step === entry.step && target.rentalType === entry.rentalType) {
    return { type: 'none' };
  }
  if (!isSameVisit && cause === 'step') return { type: 'push', entry: target };
  const distance = isSameVisit ? POSITION[target.step] - POSITION[entry.step] : 0;
  if (distance === 0 || target.step === 'done' || cause === 'settled') {
    return { type: 'replace', entry: target };
  }
  if (distance > 0 && cause === 'step') {
    return { type: 'push', entry: { ...target, behind: entry.behind + 1 } };
  }
  const isWithinVisit = distance > 0 || entry.behind >= -distance;
  return isWithinVisit ? { type: 'go', delta: distance } : { type: 'replace', entry: target };
}
