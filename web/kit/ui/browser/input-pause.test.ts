import { afterEach, expect, test, vi } from 'vitest';
import { pauseInput } from './input-pause.ts';

const isPaused = () => document.documentElement.dataset.inputPaused !== undefined;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('input is paused until the new content was visible for half a second, however late it is painted', () => {
  vi.useFakeTimers();
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  pauseInput();
  vi.advanceTimersByTime(2000);
  expect(document.documentElement.dataset.inputPaused).toBe('');

  for (const paint of frames) paint();
  vi.advanceTimersByTime(400);
  expect(document.documentElement.dataset.inputPaused).toBe('painted');
  vi.advanceTimersByTime(100);
  expect(isPaused()).toBe(false);
});

test('content that changes again while input is paused prolongs the pause', () => {
  vi.useFakeTimers();
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  pauseInput();
  frames.shift()?.();
  vi.advanceTimersByTime(300);
  pauseInput();
  vi.advanceTimersByTime(1000);
  expect(isPaused()).toBe(true);
  frames.shift()?.();
  vi.advanceTimersByTime(500);
  expect(isPaused()).toBe(false);
});
