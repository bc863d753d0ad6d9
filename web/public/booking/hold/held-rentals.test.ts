import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daysOfMonth } from '#domain/shared/days.ts';
import { endVisit } from '#web/kit/ui/browser/visit.ts';
import { pendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import {
  clearHeldRental,
  countWithOwnHolds,
  daysUnavailableToCustomer,
  type HeldRental,
  isPartlyHeld,
  listHeldRentals,
  saveHeldRental,
} from './held-rentals.ts';

const type = (id: '10-yard' | '15-yard', count: number) => ({ id, name: id, available: count > 0, count });
const held: HeldRental = { days: 7, dumpsterType: '15-yard', deliveryDate: '2026-12-08' };
const booking = pendingBooking(FIRST_CATALOG, '7-day', entriesWith({ deliveryDate: '2026-12-08' }))!;
const hold = () => ({ endsAtMs: performance.now() + 20 * 60_000 });
const countOn = (days: number, deliveryDate: string, count = 0) =>
  countWithOwnHolds([type('15-yard', count)], { days, deliveryDate }, [held])[0]?.count;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  saveHeldRental(held);
});
afterEach(() => vi.useRealTimers());

test('the last unit is available to the customer who holds it', () => {
  const types = [type('10-yard', 0), type('15-yard', 0)];
  expect(countWithOwnHolds(types, held, [held])).toEqual([type('10-yard', 0), type('15-yard', 1)]);
});

test('the held unit is available for other days and rental lengths that overlap the hold', () => {
  expect([countOn(7, '2026-12-02'), countOn(7, '2026-12-14')]).toEqual([1, 1]);
  expect([countOn(1, '2026-12-08'), countOn(1, '2026-12-14')]).toEqual([1, 1]);
  expect([countOn(30, '2026-11-09'), countOn(30, '2026-12-14')]).toEqual([1, 1]);
});

test('the counts do not change for days outside the hold or with units left', () => {
  expect([countOn(7, '2026-12-01'), countOn(7, '2026-12-15')]).toEqual([0, 0]);
  expect([countOn(1, '2026-12-07'), countOn(1, '2026-12-15')]).toEqual([0, 0]);
  expect([countOn(30, '2026-11-08'), countOn(7, '')]).toEqual([0, 0]);
  expect(countOn(7, '2026-12-08', 3)).toBe(3);
  expect(countWithOwnHolds([type('15-yard', 0)], held, [])[0]?.count).toBe(0);
});

test("future days that the customer's own hold overlaps can be picked", () => {
  const days = daysOfMonth('2026-12');
  const asked = { days: 1, dumpsterType: '15-yard', today: '2026-11-30' } as const;
  const freed = (changes: Partial<Parameters<typeof daysUnavailableToCustomer>[1]>, holds = [held]) => {
    const left = daysUnavailableToCustomer(days, { ...asked, ...changes }, holds);
    return days.filter((day) => !left.includes(day)).map((day) => Number(day.slice(8)));
  };
  expect(freed({})).toEqual([8, 9, 10, 11, 12, 13, 14]);
  expect(freed({ days: 7 })).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  expect(freed({ today: '2026-12-12' })).toEqual([12, 13, 14]);
  expect(freed({ dumpsterType: '10-yard' })).toEqual([]);
  expect(freed({}, [])).toEqual([]);
});

test('a rental reported as sold out stays sold out, and holds of other days are kept', () => {
  const refused = { ...held, deliveryDate: '2026-12-10' };
  clearHeldRental(refused);
  expect(listHeldRentals()).toEqual([held]);
  expect([countOn(7, '2026-12-10'), countOn(7, '2026-12-08')]).toEqual([0, 1]);
  saveHeldRental(held);
  expect(countOn(7, '2026-12-10')).toBe(1);
});

test('after a sold-out reply only the held rental remains free for its size and rental period', () => {
  const month: HeldRental = { days: 30, dumpsterType: '15-yard', deliveryDate: '2027-01-01' };
  const january = daysOfMonth('2027-01');
  const freed = (rentalDays: number) => {
    const asked = { days: rentalDays, dumpsterType: '15-yard', today: '2026-12-20' };
    const left = daysUnavailableToCustomer(january, asked, [month]);
    return january.filter((day) => !left.includes(day));
  };
  saveHeldRental(month);
  expect(freed(30)).toEqual(january.slice(0, 30));
  clearHeldRental({ ...month, deliveryDate: '2027-01-03' });
  expect(freed(30)).toEqual(['2027-01-01']);
  const counted = countWithOwnHolds([type('15-yard', 0)], { ...month, deliveryDate: '2027-01-20' }, [month]);
  expect(counted).toEqual([type('15-yard', 0)]);
  expect(freed(7)).toEqual(january.slice(0, 30));
  clearHeldRental({ ...month, days: 7, deliveryDate: '2027-01-28' });
  expect(freed(7)).toEqual(january.slice(0, 24));
});

test('a rental is partly held when a hold has some of its days and none has all of them', () => {
  const partly = (changes: Partial<HeldRental>) => isPartlyHeld({ ...held, ...changes });
  expect(partly({ deliveryDate: '2026-12-10' })).toBe(true);
  expect(partly({ days: 30, deliveryDate: '2026-12-01' })).toBe(true);
  expect([partly({}), partly({ days: 1, deliveryDate: '2026-12-09' })]).toEqual([false, false]);
  expect([partly({ deliveryDate: '2026-12-15' }), partly({ dumpsterType: '10-yard' })]).toEqual([
    false,
    false,
  ]);
});

test('a hold keeps the day on which it begins, and no other closed day or day that is too soon', () => {
  const [first = '', second = '', third = ''] = ['2026-12-08', '2026-12-09', '2026-12-10'];
  const asked = { days: 7, dumpsterType: '15-yard', today: '2026-12-08' };
  const reasons = { [first]: 'too_soon', [second]: 'closed', [third]: 'full' } as const;
  expect(daysUnavailableToCustomer([first, second, third], { ...asked, reasons }, [held])).toEqual([second]);
  const counted = (deliveryDate: string, reason: 'too_soon' | 'closed') =>
    countWithOwnHolds([{ ...type('15-yard', 0), reason }], { days: 7, deliveryDate }, [held])[0]?.count;
  expect([counted(first, 'closed'), counted(second, 'too_soon')]).toEqual([1, 0]);
});

test('a hold with all days of a sold-out rental has ended', () => {
  clearHeldRental({ ...held, days: 1, deliveryDate: '2026-12-09' });
  expect(listHeldRentals()).toEqual([]);
});

test('a hold that the server no longer has is removed', () => {
  saveHeldRental(booking, hold());
  clearHeldRental(held);
  expect(listHeldRentals()).toEqual([]);
});

test('a hold is stored until the visit ends', () => {
  saveHeldRental(booking);
  expect(listHeldRentals()).toEqual([held]);
  endVisit();
  expect(listHeldRentals()).toEqual([]);
});

test('another tab sees a hold until it ends or is paid', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  saveHeldRental(booking, hold());
  sessionStorage.clear();
  expect(listHeldRentals()).toMatchObject([held]);
  vi.setSystemTime(Date.now() + 21 * 60_000);
  expect(listHeldRentals()).toEqual([]);
  saveHeldRental(booking, hold());
  endVisit();
  expect(listHeldRentals()).toEqual([]);
});

test('a tab with a hold also sees the hold of another tab', () => {
  saveHeldRental({ ...held, deliveryDate: '2026-12-20' }, hold());
  saveHeldRental(held);
  expect(listHeldRentals().map(({ deliveryDate }) => deliveryDate)).toEqual(['2026-12-08', '2026-12-20']);
});
