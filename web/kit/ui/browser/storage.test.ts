import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tabStorage } from './storage.ts';

beforeEach(() => sessionStorage.clear());

afterEach(() => {
  vi.unstubAllGlobals();
  window.name = '';
});

function enterFrame(name: string) {
  vi.stubGlobal('parent', {});
  window.name = name;
}

test('frames of one tab with different names share nothing', () => {
  enterFrame('dumpster-booking-1');
  tabStorage.set('booking-draft', 'first');
  enterFrame('dumpster-booking-2');
  expect(tabStorage.get('booking-draft')).toBeNull();
  tabStorage.set('booking-draft', 'second');
  tabStorage.remove('booking-draft');
  enterFrame('dumpster-booking-1');
  expect(tabStorage.get('booking-draft')).toBe('first');
});

test('a frame without a name and a named tab use the plain keys', () => {
  enterFrame('');
  tabStorage.set('booking-draft', 'kept');
  expect(sessionStorage.getItem('booking-draft')).toBe('kept');
  vi.unstubAllGlobals();
  window.name = 'dumpster-booking-1';
  expect(tabStorage.get('booking-draft')).toBe('kept');
});
