import { cleanup, configure } from '@testing-library/react';
import { afterAll } from 'vitest';

// A busy machine can take longer than the default second. Passing tests do not wait longer.
configure({ asyncUtilTimeout: 10_000 });

// jsdom does not implement opening and closing dialogs.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// Test files share one window. Each starts on an empty page, without what an earlier file stored.
cleanup();
for (const part of [document.head, document.body]) part.replaceChildren();
for (const { name } of [...document.documentElement.attributes])
  document.documentElement.removeAttribute(name);
sessionStorage.clear();
localStorage.clear();
window.history.replaceState(null, '', '/');

/** Kept beyond a test file: files share one window. */
const kept = globalThis as { startedTimers?: Set<NodeJS.Timeout> };
kept.startedTimers ??= recordTimers();

// A timer that a file leaves would run in the next one, or without any page.
afterAll(() => {
  for (const timer of kept.startedTimers ?? []) clearTimeout(timer);
  kept.startedTimers?.clear();
});

/** The timers that are started from now on. */
function recordTimers(): Set<NodeJS.Timeout> {
  const timers = new Set<NodeJS.Timeout>();
  const start = globalThis.setTimeout;
  const recorded = (...given: Parameters<typeof start>) => {
    const timer = start(...given);
    timers.add(timer);
    return timer;
  };
  globalThis.setTimeout = Object.assign(recorded, start);
  return timers;
}
