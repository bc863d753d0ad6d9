import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endVisit } from '#web/ui/visit.ts';
import { pendingBooking } from './entries.ts';
import { countHeld, heldNow, rememberHeld, withoutHeldDay } from './held.ts';
import { entriesWith } from './samples.ts';

const type = (id: '10-yard' | '15-yard', count: number) => ({ id, name: id, available: count > 0, count });
const held = { rentalType: '7-day', dumpsterType: '15-yard', deliveryDate: '2026-12-01' };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

test('the last unit is not out for the customer who holds it', () => {
  const types = [type('10-yard', 0), type('15-yard', 0)];
  expect(countHeld(types, { rentalType: '7-day', deliveryDate: '2026-12-01' }, held)).toEqual([
    type('10-yard', 0),
    type('15-yard', 1),
  ]);
});

test('for other days, and where units are left, the counts stand', () => {
  expect(
    countHeld([type('15-yard', 0)], { rentalType: '7-day', deliveryDate: '2026-12-02' }, held)[0]?.count,
  ).toBe(0);
  expect(countHeld([type('15-yard', 3)], held, held)[0]?.count).toBe(3);
  expect(countHeld([type('15-yard', 0)], held, null)[0]?.count).toBe(0);
});

test('a hold is remembered until the visit ends', () => {
  const booking = pendingBooking('7-day', entriesWith());
  if (!booking) throw new Error('The sample breaks a rule');
  rememberHeld(booking);
  expect(heldNow()).toEqual(held);
  endVisit();
  expect(heldNow()).toBeNull();
});

test('another tab of the browser knows of a hold until it ends, or is paid', () => {
  const booking = pendingBooking('7-day', entriesWith())!;
  const hold = () => ({ endsAtMs: performance.now() + 20 * 60_000 });
  vi.useFakeTimers({ toFake: ['Date'] });
  rememberHeld(booking, hold());
  sessionStorage.clear();
  expect(heldNow()).toMatchObject(held);
  vi.setSystemTime(Date.now() + 21 * 60_000);
  expect(heldNow()).toBeNull();
  rememberHeld(booking, hold());
  endVisit();
  expect(heldNow()).toBeNull();
});

test('the day of the own hold can be picked again, for the same rental and while it is not past', () => {
  const days = ['2026-11-30', '2026-12-01', '2026-12-02'];
  const asked = { rentalType: '7-day', dumpsterType: '15-yard', today: '2026-11-30' };
  expect(withoutHeldDay(days, asked, held)).toEqual(['2026-11-30', '2026-12-02']);
  expect(withoutHeldDay(days, { ...asked, today: '2026-12-02' }, held)).toEqual(days);
  expect(withoutHeldDay(days, { ...asked, dumpsterType: '10-yard' }, held)).toEqual(days);
  expect(withoutHeldDay(days, asked, null)).toEqual(days);
});
