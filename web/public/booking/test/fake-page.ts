import { resumeScreen, saveDraft, saveScreen } from '#web/public/booking/draft.ts';
import { EMPTY_ENTRIES, type Entries } from '#web/public/booking/history/entries.ts';
import { FrameHistory } from '#web/public/booking/history/frame-history.ts';
import { type BrowserHistory, StepHistory } from '#web/public/booking/history/step-history.ts';
import { parseEntry, type Screen, type ScreenEvent, screenReducer } from '#web/public/booking/visits.ts';
import { findReceipt } from '#web/public/rental/stored-receipts.ts';
import { FIRST_CATALOG } from './samples.ts';

/** Traversals that the page requests end only when the test settles them. */
export type FakeBrowserHistory = BrowserHistory & { settle(page: PageModel): void };

/** A browser's history; entries before the page are 'elsewhere'. */
class FakeHistory {
  readonly entries: unknown[] = ['elsewhere', null];
  index = 1;
  #pendingDeltas: number[] = [];

  get state(): unknown {
    return this.entries[this.index];
  }
  pushState(state: unknown) {
    this.entries.splice(this.index + 1, Number.POSITIVE_INFINITY, state);
    this.index += 1;
  }
  replaceState(state: unknown) {
    this.entries[this.index] = state;
  }
  go(delta = 0) {
    this.#pendingDeltas.push(delta);
  }

  settle(page: PageModel) {
    for (let rounds = 0; this.#run(); rounds += 1) {
      if (rounds > 5) throw new Error('The page traverses its history without end');
      page.arrive();
    }
  }

  /** Ends the next traversal. Returns whether there was one. */
  #run(): boolean {
    const delta = this.#pendingDeltas.shift();
    if (delta === undefined) return false;
    this.index = Math.min(Math.max(this.index + delta, 0), this.entries.length - 1);
    return true;
  }
}

/** The page without its components, for tests, with the actions of the customer and of the browser. */
export class PageModel {
  screen: Screen = resumeScreen(FIRST_CATALOG, null, false);
  typed: Entries = EMPTY_ENTRIES;
  refusals = 0;
  readonly #history: FakeBrowserHistory;
  readonly #isFramed: boolean;
  #steps: StepHistory | FrameHistory;

  constructor(history: FakeBrowserHistory, { isFramed }: { isFramed: boolean }) {
    this.#history = history;
    this.#isFramed = isFramed;
    this.#steps = this.#makeSteps();
    this.#render();
  }

  dispatch(event: ScreenEvent) {
    this.dispatchEarly(event);
    this.settle();
  }

  /** Before a requested traversal ends. */
  dispatchEarly(event: ScreenEvent) {
    const next = screenReducer(this.screen, event);
    if (next === this.screen) return;
    this.screen = next;
    this.#render();
  }

  type(entries: Entries) {
    this.typed = entries;
    if (this.screen.flow.step === 'details') saveDraft({ ...this.screen.flow, entries });
  }

  /** The first click or key in a new document. */
  touch() {
    if (this.#steps instanceof FrameHistory) this.#steps.addEarlierSteps(this.screen);
  }

  reload() {
    this.screen = resumeScreen(FIRST_CATALOG, parseEntry(this.#history.state), true);
    this.#steps = this.#makeSteps();
    this.#render();
    this.settle();
  }

  settle() {
    this.#history.settle(this);
  }

  /** The browser has gone to another entry. */
  arrive() {
    const entry = this.#steps.traversedTo(this.#history.state, this.screen);
    if (entry === undefined) {
      this.#steps.follow(this.screen);
      return;
    }
    const receipt = entry && findReceipt(entry.visit);
    this.screen = screenReducer(this.screen, { type: 'traversed', entry, entries: this.typed, receipt });
    this.#render();
  }

  #makeSteps() {
    return this.#isFramed ? new FrameHistory(this.#history) : new StepHistory(this.#history);
  }

  #render() {
    const { flow } = this.screen;
    this.typed = flow.step === 'done' ? this.screen.entries : flow.entries;
    saveScreen(this.screen);
    if (this.#steps.follow(this.screen)) this.refusals += 1;
  }
}

/** The page in its own tab. */
export class FakePage extends PageModel {
  readonly history: FakeHistory;

  constructor(history = new FakeHistory()) {
    super(history, { isFramed: false });
    this.history = history;
  }

  /** The browser's Back or Forward within the site. */
  traverse(delta: number) {
    const target = this.history.index + delta;
    if (target < 1 || target >= this.history.entries.length) return;
    this.history.go(delta);
    this.settle();
  }
}
