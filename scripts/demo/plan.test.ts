import { expect, it } from 'vitest';
import { bookingData } from '#contract/checkout.ts';
import { firstRentalEnd } from '#domain/catalog/first-card.ts';
import { addDays, daysBetween } from '#domain/shared/days.ts';
import { planBookings } from './plan.ts';

const TODAY = '2026-11-21';
const plan = planBookings(TODAY);

it('is the same every day, with moved dates', () => {
  const later = planBookings(addDays(TODAY, 100));
  const shape = (day: string, bookings: typeof plan) =>
    bookings.map((each) => ({ ...each, deliveryDate: daysBetween(day, each.deliveryDate) }));
  expect(shape(addDays(TODAY, 100), later)).toEqual(shape(TODAY, plan));
});

it('could have been booked: every booking was made before its delivery, with details that are accepted', () => {
  expect(plan).toHaveLength(35);
  for (const { customer, madeDaysAgo, status: _, finalPrice: __, ...rental } of plan) {
    expect(daysBetween(addDays(TODAY, -madeDaysAgo), rental.deliveryDate)).toBeGreaterThan(0);
    expect(() => bookingData.parse({ ...customer, ...rental, terms: true })).not.toThrow();
  }
});

it('has bookings in every state that staff see in a day', () => {
  const past = plan.filter(
    ({ rentalType, deliveryDate }) => firstRentalEnd(rentalType, deliveryDate) < TODAY,
  );
  expect(new Set(past.map(({ status }) => status))).toEqual(new Set(['completed', 'cancelled']));
  expect(plan.filter(({ deliveryDate }) => deliveryDate > TODAY).map(({ status }) => status)).toEqual(
    expect.arrayContaining(['pending', 'confirmed']),
  );
  expect(plan.some(({ finalPrice }) => finalPrice !== null)).toBe(true);
});
