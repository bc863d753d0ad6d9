import { entryOf, parseEntry, type Screen, type StepEntry } from '#web/public/booking/visits.ts';
import { type BrowserHistory, listVisitEntries, POSITION } from './step-history.ts';

/** Why the screen and the history entry may differ. */
type Cause = 'load' | 'step' | 'back' | 'forward';

const STEPS = ['rental', 'details', 'payment'] as const;

/**
 * The history entries of a page in a frame. The browser has one history for the host page and all its frames, so
 * `history.go` could move the host or another frame. A button of the page therefore only adds or replaces the
 * frame's own entry. Entries can repeat a step: Back of the browser then goes to the step before the current one,
 * and from the first step to the entry before it.
 */
export class FrameHistory {
  readonly #history: BrowserHistory;
  #cause: Cause = 'load';
  /** The current entry, if it is a step. */
  #entry: StepEntry | null = null;
  /** The rental picked last. Entries before a repeated step may name an older one. */
  #picked: Pick<StepEntry, 'visit' | 'rentalType'> | null = null;

  constructor(history: BrowserHistory) {
    this.#history = history;
  }

  /** Returns the step to show after Back or Forward; undefined if the screen does not change. */
  traversedTo(state: unknown, screen: Screen): StepEntry | null | undefined {
    const from = this.#entry;
    const entry = parseEntry(state);
    this.#cause = 'forward';
    if (!entry) return null;
    this.#entry = entry;
    const target = this.#withPicked(entry);
    if (!from || entry.visit !== from.visit || entry.visit !== screen.visit || screen.flow.step === 'done') {
      return target;
    }
    const [shown, position] = [POSITION[screen.flow.step], POSITION[entry.step]];
    if (entry.behind === from.behind) return undefined;
    if (entry.behind > from.behind) return position > shown ? target : undefined;
    this.#cause = 'back';
    if (position < shown) return target;
    const previous = STEPS[shown - 1];
    if (previous) return { ...target, step: previous };
    // A repeated first step: go back once more, as a second press would.
    this.#history.go(-1);
    return undefined;
  }

  /** Makes the current history entry match the screen. Returns whether the requested step cannot be shown. */
  follow(screen: Screen): boolean {
    const cause = this.#cause;
    this.#cause = 'step';
    const { flow, visit } = screen;
    const entry = parseEntry(this.#history.state);
    if (flow.step === 'details' || flow.step === 'payment')
      this.#picked = { visit, rentalType: flow.rentalType };
    else if (entry?.step === 'rental' && entry.rentalType && entry.visit !== this.#picked?.visit)
      this.#picked = entry;
    // An entry without a step comes from a link within the page and stands for the same step.
    const isSameVisit = !entry || entry.visit === visit;
    const behind = isSameVisit ? ((entry ?? this.#entry)?.behind ?? 0) : 0;
    const target = this.#withPicked(entryOf(screen, behind));
    const isAhead = entry !== null && POSITION[target.step] > POSITION[entry.step];
    const isStepAhead = isSameVisit && isAhead && target.step !== 'done';
    if (isStepAhead && cause !== 'forward' && cause !== 'load') this.#push({ ...target, behind: behind + 1 });
    else if (!isSameVisit && cause === 'step') this.#push(target);
    else this.#replace(target, entry);
    return entry?.step === 'payment' && flow.step === 'details' && cause === 'forward';
  }

  /**
   * Adds the earlier steps of a visit that continues in a new document. Called after the first input in the frame:
   * entries added before would clear the host page's Forward, and browsers skip them.
   */
  addEarlierSteps(screen: Screen): void {
    if (this.#entry?.behind !== 0) return;
    const [first, ...others] = listVisitEntries(screen);
    if (!first || others.length === 0) return;
    this.#replace(this.#withPicked(first), null);
    for (const entry of others) this.#push(entry);
  }

  #withPicked(entry: StepEntry): StepEntry {
    const picked = this.#picked;
    return entry.step !== 'done' && picked?.visit === entry.visit
      ? { ...entry, rentalType: picked.rentalType }
      : entry;
  }

  #push(entry: StepEntry): void {
    this.#entry = entry;
    this.#history.pushState(entry, '');
  }

  #replace(entry: StepEntry, present: StepEntry | null): void {
    this.#entry = entry;
    const isSame =
      present?.visit === entry.visit &&
      present.step === entry.step &&
      present.rentalType === entry.rentalType;
    if (!isSame) this.#history.replaceState(entry, '');
  }
}
