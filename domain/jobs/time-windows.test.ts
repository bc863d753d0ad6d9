import { expect, test } from 'vitest';
import { isLongEnough, spanOfWindow, TIME_WINDOW, windowName } from './time-windows.ts';

test.each([
  ['any', true],
  ['morning', true],
  ['08:00-10:30', true],
  ['23:00-23:59', true],
  ['evening', false],
  ['8:00-10:00', false],
  ['24:00-24:30', false],
  ['08:00-10:60', false],
  [' any', false],
  ['08:00-10:00\n', false],
  ['', false],
])('%j is a window: %s', (window, isWindow) => {
  expect(TIME_WINDOW.test(window)).toBe(isWindow);
});

test('a window is at least half an hour long and does not end before it begins', () => {
  const windows = ['any', '08:00-08:30', '08:00-08:29', '10:00-08:00'];
  expect(windows.map(isLongEnough)).toEqual([true, true, false, false]);
});

test('a window has times or a name', () => {
  expect(spanOfWindow('afternoon')).toBeNull();
  expect(spanOfWindow('08:00-10:30')).toEqual({ from: '08:00', to: '10:30' });
  expect(['any', 'morning', 'afternoon', '00:30-13:05'].map(windowName)).toEqual([
    'Any time',
    'Morning',
    'Afternoon',
    '12:30 AM to 1:05 PM',
  ]);
});
