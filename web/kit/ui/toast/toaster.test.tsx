import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from './Toaster.tsx';
import { toast } from './toast-store.ts';

const items = () => screen.queryAllByRole('listitem', { hidden: true });
const list = () => screen.getByRole('list', { hidden: true });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

function show(title: string, variant: 'plain' | 'destructive' = 'plain') {
  act(() => toast({ title, text: 'What happened', variant }));
}

beforeEach(() => {
  vi.useFakeTimers();
  HTMLElement.prototype.setPointerCapture = () => {};
  render(
    <>
      <button type="button">Before</button>
      <Toaster />
    </>,
  );
  // jsdom hides popovers and cannot open them.
  list().style.display = 'block';
});
afterEach(() => {
  pass(60_000);
  cleanup();
  vi.useRealTimers();
});

test('a toast closes after five seconds, and a newer toast replaces it', () => {
  show('First');
  pass(4900);
  show('Second', 'destructive');
  expect(items().map((item) => item.textContent)).toEqual(['SecondWhat happened']);
  pass(4900);
  expect(items()).toHaveLength(1);
  pass(100);
  expect(items()).toHaveLength(0);
});

test('a failure is announced at once, other messages when the reader is free', () => {
  const politeness = () => list().getAttribute('aria-live');
  show('Saved');
  expect(politeness()).toBe('polite');
  show('Failed', 'destructive');
  expect(politeness()).toBe('assertive');
});

test('the countdown stops while the window is in the background', () => {
  show('Saved');
  pass(3000);
  fireEvent.blur(window);
  pass(60_000);
  expect(items()).toHaveLength(1);
  fireEvent.focus(window);
  pass(1900);
  expect(items()).toHaveLength(1);
  pass(100);
  expect(items()).toHaveLength(0);
});

test('F8 focuses the toast and stops its countdown; Escape closes it and restores the focus', () => {
  const before = screen.getByRole('button', { name: 'Before' });
  before.focus();
  show('Saved');
  fireEvent.keyDown(before, { key: 'F8' });
  expect(document.activeElement).toBe(list());
  pass(60_000);
  expect(items()).toHaveLength(1);
  fireEvent.keyDown(list(), { key: 'Escape' });
  expect(items()).toHaveLength(0);
  expect(document.activeElement).toBe(before);
});

test('a swipe of 50 px to the right closes it, a shorter one does not', () => {
  const swipe = (distance: number) => {
    const [item] = items();
    fireEvent.pointerDown(item!, { clientX: 10 });
    fireEvent.pointerMove(item!, { clientX: 10 + distance });
    fireEvent.pointerUp(item!, { clientX: 10 + distance });
  };
  show('Saved');
  swipe(49);
  swipe(-80);
  expect(items()).toHaveLength(1);
  swipe(50);
  expect(items()).toHaveLength(0);
});
