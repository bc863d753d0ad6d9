import { expect, test } from 'vitest';
import { coordinatesText, movedByKey, parseCoordinates } from './coordinates.ts';

const ALBANY = { lat: 42.6512, lng: -73.7551 };

test.each([
  '42.6512, -73.7551',
  ' 42.6512 -73.7551 ',
  '42.6512;-73.7551',
  '(42.6512, −73.7551)',
  '42.6512°, -73.7551°',
])('reads %j as other maps copy it', (text) => {
  expect(parseCoordinates(text)).toEqual(ALBANY);
});

test.each(['', '42.6512', 'Albany', '91, 0', '0, 181', '42.6512, -73.7551, 5', '42,6512, -73,7551'])(
  'finds no place in %j',
  (text) => {
    expect(parseCoordinates(text)).toBeNull();
  },
);

test('a place is the same after it was written and read', () => {
  expect(parseCoordinates(coordinatesText(ALBANY))).toEqual(ALBANY);
});

test('arrow keys move a pin about 10 m, with Shift 100 m; other keys do not', () => {
  const by = (key: string, shiftKey = false) => {
    const moved = movedByKey(ALBANY, { key, shiftKey });
    return moved && coordinatesText(moved);
  };
  expect(by('ArrowUp')).toBe('42.65130, -73.75510');
  expect(by('ArrowLeft', true)).toBe('42.65120, -73.75610');
  expect(by('Enter')).toBeNull();
});
