import { expect, test } from 'vitest';
import { PRICED_CATALOG } from '#web/booking/test/priced-catalog.ts';
import { parseDeepLink } from './deep-link.ts';

const parse = (query: string) => parseDeepLink(PRICED_CATALOG, new URLSearchParams(query));

test('a link chooses what is offered', () => {
  expect(parse('rental=7-Day&size=10-yard&material=concrete&zip=12207&date=2026-12-01')).toEqual({
    rentalType: '7-day',
    entries: { dumpsterType: '10-yard', material: 'concrete', zip: '12207', deliveryDate: '2026-12-01' },
  });
});

test.each(['', 'rental=2-day', 'size=99-yard&zip=1220&date=tomorrow&material=lava', 'utm_source=ad'])(
  'a link without anything valid chooses nothing: %s',
  (query) => expect(parse(query)).toBeNull(),
);

test('a size that the material may not go into is dropped, and the rest is kept', () => {
  expect(parse('size=30-yard&material=concrete&zip=12207')).toEqual({
    rentalType: null,
    entries: { material: 'concrete', zip: '12207' },
  });
});
