import { vi } from 'vitest';
import { PageModel } from './fake-page.ts';

type FrameName = 'a' | 'b';
type Slot = { state: unknown };
/** One entry of the browser: where the host and each frame are. Frames that do not move share their slot. */
type JointEntry = { host: string } & Record<FrameName, Slot>;

/** Two booking frames in one host page: the browser has one history for all three. */
export class FakeFrames {
  entries: JointEntry[];
  index = 1;
  readonly pages: Record<FrameName, PageModel>;
  #pendingDeltas: number[] = [];

  constructor() {
    const [a, b] = [{ state: null }, { state: null }];
    this.entries = [
      { host: 'elsewhere', a: { state: 'elsewhere' }, b: { state: 'elsewhere' } },
      { host: 'host', a, b },
    ];
    this.pages = { a: this.#addPage('a'), b: this.#addPage('b') };
  }

  get hasLeft(): boolean {
    return this.index === 0;
  }

  /** An action of the customer in one frame. */
  act(name: FrameName, action: (page: PageModel) => void): void {
    enterFrame(name);
    const page = this.pages[name];
    page.touch();
    action(page);
    this.#settle();
  }

  /** The host page navigates to a fragment of its own. */
  moveHost(host: string): void {
    this.entries.splice(this.index + 1, Number.POSITIVE_INFINITY, { ...this.#present, host });
    this.index += 1;
  }

  /** The browser's Back or Forward. */
  traverse(delta: number): void {
    if (!this.entries[this.index + delta]) return;
    this.#pendingDeltas.push(delta);
    this.#settle();
  }

  get #present(): JointEntry {
    const entry = this.entries[this.index];
    if (!entry) throw new Error(`No history entry ${this.index}`);
    return entry;
  }

  #addPage(name: FrameName): PageModel {
    enterFrame(name);
    const present = () => this.#present;
    const history = {
      get state() {
        return present()[name].state;
      },
      pushState: (state: unknown) => {
        this.entries.splice(this.index + 1, Number.POSITIVE_INFINITY, { ...present(), [name]: { state } });
        this.index += 1;
      },
      replaceState: (state: unknown) => {
        present()[name].state = state;
      },
      go: (delta = 0) => {
        this.#pendingDeltas.push(delta);
      },
      settle: () => {},
    };
    return new PageModel(history, { isFramed: true });
  }

  /** Ends the requested traversals. A frame gets an event only if its own entry changes. */
  #settle(): void {
    for (let rounds = 0; this.#pendingDeltas.length > 0 && !this.hasLeft; rounds += 1) {
      if (rounds > this.entries.length) throw new Error('A frame traverses the history without end');
      const before = this.#present;
      const target = this.index + (this.#pendingDeltas.shift() ?? 0);
      this.index = Math.min(Math.max(target, 0), this.entries.length - 1);
      if (this.hasLeft) return;
      for (const name of ['a', 'b'] as const) {
        if (this.#present[name] === before[name]) continue;
        enterFrame(name);
        this.pages[name].arrive();
      }
    }
  }
}

/** Frames of one tab share its storage. */
function enterFrame(name: FrameName): void {
  vi.stubGlobal('parent', {});
  window.name = `dumpster-booking-${name}`;
}
