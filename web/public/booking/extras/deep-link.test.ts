import { beforeEach, expect, test } from 'vitest';
import { newestCatalog } from '#web/public/booking/catalog/catalog-store.ts';
import { findUtm } from '#web/public/booking/catalog/utm.ts';
import { PRICED_CATALOG } from '#web/public/booking/test/priced-catalog.ts';
import { entriesWith } from '#web/public/booking/test/samples.ts';
import { firstScreen, openLink } from '#web/public/booking/visits.ts';
import { parseDeepLink, takeDeepLink } from './deep-link.ts';

beforeEach(() => sessionStorage.clear());

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

test('a link is used once: its parameters leave the address, and utm_* is kept for the booking', () => {
  const long = 'x'.repeat(300);
  window.history.replaceState(
    { step: 1 },
    '',
    `/?rental=7-day&zip=12207&utm_source=%20map%0A&utm_term=${long}`,
  );
  expect(takeDeepLink(PRICED_CATALOG)).toEqual({ rentalType: '7-day', entries: { zip: '12207' } });
  expect([window.location.search, window.history.state]).toEqual(['', { step: 1 }]);
  expect(findUtm()).toEqual({ source: 'map', term: long.slice(0, 200) });
  expect(takeDeepLink(PRICED_CATALOG)).toBeNull();
});

test('an address that chooses nothing stays, and its utm_* is kept', () => {
  window.history.replaceState(null, '', '/?utm_campaign=spring&size=99-yard');
  expect(takeDeepLink(PRICED_CATALOG)).toBeNull();
  expect(window.location.search).toBe('?utm_campaign=spring&size=99-yard');
  expect(findUtm()).toEqual({ campaign: 'spring' });
});

test('a link with a rental opens the details with what it chooses; without one the first step keeps it', () => {
  const screen = firstScreen(PRICED_CATALOG);
  const link = parse('rental=7-day&size=10-yard&zip=12207');
  expect(openLink(screen, link).flow).toMatchObject({
    step: 'details',
    rentalType: '7-day',
    entries: { dumpsterType: '10-yard', zip: '12207' },
  });
  expect(openLink(screen, parse('size=10-yard')).flow).toMatchObject({
    step: 'rental',
    entries: { dumpsterType: '10-yard' },
  });
  expect(openLink(screen, null)).toBe(screen);
});

test('a link changes what was typed before, but neither a payment nor a confirmation', () => {
  const screen = firstScreen(PRICED_CATALOG);
  const typed = entriesWith({ zip: '12345' });
  const details = { ...screen, flow: { step: 'details' as const, rentalType: '30-day', entries: typed } };
  expect(openLink(details, parse('zip=12207')).flow).toMatchObject({
    rentalType: '30-day',
    entries: { zip: '12207', firstName: 'Dana' },
  });
  const payment = { ...screen, flow: { step: 'payment' } as typeof screen.flow };
  expect(openLink(payment, parse('rental=7-day'))).toBe(payment);
});

test('a tab that has seen a newer catalog does not go back to that of a cached document', () => {
  expect(newestCatalog(PRICED_CATALOG)).toBe(PRICED_CATALOG);
  const newer = { ...PRICED_CATALOG, version: 8 };
  expect(newestCatalog(newer)).toBe(newer);
  expect(newestCatalog(PRICED_CATALOG)).toEqual(newer);
  sessionStorage.setItem('catalog', '{"version":');
  expect(newestCatalog(PRICED_CATALOG)).toBe(PRICED_CATALOG);
});
