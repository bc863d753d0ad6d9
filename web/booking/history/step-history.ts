import type { Flow } from '#web/booking/flow.ts';
import { entryOf, parseEntry, type Screen, type StepEntry } from '#web/booking/visits.ts';

/** Why the screen and the entry of the browser's history may differ. */
type Cause =
  /** The document was loaded. */
  | 'load'
  /** The customer went to another step by a button of the page. */
  | 'step'
  /** The customer went back or forward in the browser. */
  | 'traversal'
  /** A traversal that the page asked for has ended. */
  | 'settled';

type Move =
  | { type: 'none' }
  | { type: 'replace'; entry: StepEntry }
  | { type: 'push'; entry: StepEntry }
  | { type: 'go'; delta: number };

export type BrowserHistory = Pick<History, 'pushState' | 'replaceState' | 'go'> & { readonly state: unknown };

/** A confirmation takes the place of the payment. */
export const POSITION = { rental: 0, details: 1, payment: 2, done: 2 } as const;

/**
 * Keeps one history entry for each step, on the same address. Every entry of a visit directly follows that of
 * an earlier step, and a finished visit has no entry of a payment that can still be shown.
 */
export class StepHistory {
  readonly #history: BrowserHistory;
  #cause: Cause = 'load';
  /** Whether a traversal that the page asked for has not ended yet. */
  #isMoving = false;

  constructor(history: BrowserHistory) {
    this.#history = history;
  }

  /** The entry that the customer went to; undefined when the page had asked for the traversal. */
  traversedTo(state: unknown): StepEntry | null | undefined {
    this.#cause = this.#isMoving ? 'settled' : 'traversal';
    if (!this.#isMoving) return parseEntry(state);
    this.#isMoving = false;
    return undefined;
  }

  /** Makes the present entry that of the screen. Returns whether the customer asked for a step that cannot be shown. */
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

  /** A visit that continues in a new document, or in a copy of its tab, gets its earlier steps behind it. */
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

/** The entries of a visit from its first step to the one on the screen. */
export function listVisitEntries(screen: Screen): StepEntry[] {
  const { flow } = screen;
  const earlier: Flow[] = [];
  if (flow.step === 'details' || flow.step === 'payment') earlier.push({ ...flow, step: 'rental' });
  if (flow.step === 'payment') earlier.push({ ...flow, step: 'details' });
  return [...earlier, flow].map((step, index) => entryOf({ ...screen, flow: step }, index));
}

/** What makes the browser's entry that of the screen. */
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
