import { describe, expect, it } from 'vitest';
import { rateCard } from '#contract/catalog.ts';
import { bookingData } from '#contract/checkout.ts';
import { checkCard } from '#domain/catalog/check-card.ts';
import { firstDeliveryDay } from '#domain/catalog/delivery-days.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { findZone } from '#domain/catalog/zones.ts';
import { FIRST_TERMS } from '#domain/rental/first-terms.ts';
import { addDays, daysBetween, weekdayOf } from '#domain/shared/days.ts';
import { FIRM_CARD, FIRM_ZIPS, firmTerms } from './card.ts';
import { closedDay, fullDay, planFirm } from './plan.ts';

const SUNDAY = '2026-11-22';
const WEEK = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(SUNDAY, days));

it('has a catalog that can be published', () => {
  const card = rateCard.parse({ ...FIRST_RATE_CARD, ...FIRM_CARD });
  expect(checkCard(card, FIRM_ZIPS)).toEqual([]);
});

it('has terms that do not speak of deposits only', () => {
  const terms = firmTerms(FIRST_TERMS.terms);
  expect(terms).not.toContain('{{deposits}}');
  expect(terms).toContain('## 3. Your saved card');
});

describe.each(WEEK)('on %s', (today) => {
  const plan = planFirm(today);

  it('is the same a week later, with moved dates', () => {
    const later = addDays(today, 7);
    const shape = (day: string) =>
      planFirm(day).map(({ order, ...rest }) => ({
        ...rest,
        order: { ...order, deliveryDate: daysBetween(day, order.deliveryDate) },
      }));
    expect(shape(later)).toEqual(shape(today));
  });

  it('could have been booked: accepted details, on a workday that can still be ordered', () => {
    for (const { madeDaysAgo, order } of plan) {
      const { customer, ...rest } = order;
      expect(() => bookingData.parse({ ...customer, ...rest, terms: true })).not.toThrow();
      const zone = FIRM_CARD.area.zones.find(({ id }) => id === findZone(FIRM_ZIPS, customer.zip));
      const permit = order.placementType === 'street' ? (zone?.streetRule ?? null) : null;
      const ordered = { today: addDays(today, -madeDaysAgo), time: '10:00' };
      expect(order.deliveryDate >= firstDeliveryDay(FIRM_CARD.calendar, ordered, permit)).toBe(true);
      expect(weekdayOf(order.deliveryDate)).not.toBe(0);
      expect(order.deliveryDate).not.toBe(closedDay(today));
    }
  });

  it('closes a Wednesday and fills a day that can be ordered at every hour of today', () => {
    expect(weekdayOf(closedDay(today))).toBe(3);
    const late = firstDeliveryDay(FIRM_CARD.calendar, { today, time: '23:59' }, null);
    expect(fullDay(today) >= late).toBe(true);
    expect(daysBetween(today, fullDay(today))).toBeLessThan(4);
  });

  it('has both materials, both zones, all sizes, streets with and without a permit', () => {
    const values = (value: (booking: (typeof plan)[number]) => unknown) => new Set(plan.map(value)).size;
    expect(values(({ order }) => order.material)).toBe(2);
    expect(values(({ order }) => findZone(FIRM_ZIPS, order.customer.zip))).toBe(2);
    expect(values(({ order }) => order.dumpsterType)).toBe(4);
    const street = plan.filter(({ order }) => order.placementType === 'street');
    expect(street.map(({ story }) => story.permit !== null)).toEqual([true, false]);
  });
});
