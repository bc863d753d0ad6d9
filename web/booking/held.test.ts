import { beforeEach, expect, test } from 'vitest';
import { endVisit } from '#web/ui/visit.ts';
import { pendingBooking } from './entries.ts';
import { countHeld, heldNow, rememberHeld } from './held.ts';
import { entriesWith } from './samples.ts';

const type = (id: '10-yard' | '15-yard', count: number) => ({ id, name: id, available: count > 0, count });
const held = { rentalType: '7-day', dumpsterType: '15-yard', deliveryDate: '2026-12-01' };

beforeEach(() => sessionStorage.clear());

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
