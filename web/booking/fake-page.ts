import { findReceipt } from '#web/rental/kept-receipts.ts';
import { resumeScreen, saveDraft, saveScreen } from './draft.ts';
import { EMPTY_ENTRIES, type Entries } from './entries.ts';
import { StepHistory } from './step-history.ts';
import { parseEntry, type Screen, type ScreenEvent, screenReducer } from './visits.ts';

/** A browser's history: what was there before the page is 'elsewhere'. Traversals end only when they are run. */
class FakeHistory {
  readonly entries: unknown[] = ['elsewhere', null];
  index = 1;
  #asked: number[] = [];

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
    this.#asked.push(delta);
  }

  /** Ends the next traversal. Returns whether there was one. */
  run(): boolean {
    const delta = this.#asked.shift();
    if (delta === undefined) return false;
    this.index = Math.min(Math.max(this.index + delta, 0), this.entries.length - 1);
    return true;
  }
}

/** The page without its components, for tests: what the customer and the browser do to it. */
export class FakePage {
  readonly history = new FakeHistory();
  screen: Screen = resumeScreen(null, false);
  typed: Entries = EMPTY_ENTRIES;
  refusals = 0;
  #steps = new StepHistory(this.history);

  constructor() {
    this.#render();
  }

  dispatch(event: ScreenEvent) {
    this.dispatchEarly(event);
    this.#settle();
  }

  /** Before a traversal that the page has asked for ends. */
  dispatchEarly(event: ScreenEvent) {
    const next = screenReducer(this.screen, event);
    if (next === this.screen) return;
    this.screen = next;
    this.#render();
  }

  type(entries: Entries) {
    this.typed = entries;
    if (this.screen.flow.at === 'details') saveDraft({ ...this.screen.flow, entries });
  }

  /** Back or Forward of the browser; the customer stays on the site. */
  traverse(delta: number) {
    const target = this.history.index + delta;
    if (target < 1 || target >= this.history.entries.length) return;
    this.history.go(delta);
    this.#settle();
  }

  reload() {
    this.screen = resumeScreen(parseEntry(this.history.state), true);
    this.#steps = new StepHistory(this.history);
    this.#render();
    this.#settle();
  }

  #settle() {
    let rounds = 0;
    while (this.history.run()) {
      rounds += 1;
      if (rounds > 5) throw new Error('The page traverses its history without end');
      const entry = this.#steps.traversedTo(this.history.state);
      if (entry === undefined) {
        this.#steps.follow(this.screen);
        continue;
      }
      const receipt = entry && findReceipt(entry.visit);
      this.screen = screenReducer(this.screen, { type: 'traversed', entry, entries: this.typed, receipt });
      this.#render();
    }
  }

  #render() {
    const { flow } = this.screen;
    this.typed = flow.at === 'done' ? this.screen.entries : flow.entries;
    saveScreen(this.screen);
    if (this.#steps.follow(this.screen)) this.refusals += 1;
  }
}
