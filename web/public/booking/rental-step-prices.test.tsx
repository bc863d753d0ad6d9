import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { PRICED_CATALOG } from '#web/public/booking/test/priced-catalog.ts';
import { FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { RentalStep } from './RentalStep.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

function withRates(change: (rate: Rate) => Partial<Rate>, catalog = PRICED_CATALOG): PublicCatalog {
  return { ...catalog, rates: catalog.rates.map((rate) => ({ ...rate, ...change(rate) })) };
}

test.each<[string, PublicCatalog, string[]]>([
  [
    'prices that differ by size',
    PRICED_CATALOG,
    [
      'from',
      '$399',
      '$150 due today',
      'Mixed household and construction debris · Includes 1.0 ton to 4.0 tons · $95 per extra ton · $15 per extra day',
    ],
  ],
  [
    'one price, paid in full',
    withRates(() => ({ price: 40_000, deposit: 40_000, includedWeight: 4_000, overagePerTon: 9_500 })),
    [
      '$400',
      'Paid in full when you book',
      'Mixed household and construction debris · Includes 2.0 tons · $95 per extra ton · $15 per extra day',
    ],
  ],
  [
    'another material that is cheaper and has its own weights',
    withRates(({ material }) => (material === 'concrete' ? { price: 20_000, deposit: 5_000 } : {})),
    [
      'from',
      '$399',
      '$150 due today',
      'Mixed household and construction debris · Includes 1.0 ton to 4.0 tons · $95 per extra ton · $15 per extra day',
    ],
  ],
  [
    'one material',
    withRates(({ material }) => ({ isOffered: material === 'mixed' })),
    [
      'from',
      '$399',
      '$150 due today',
      'Includes 1.0 ton to 4.0 tons · $95 per extra ton · $15 per extra day',
    ],
  ],
  [
    'deposits that differ by size',
    withRates(
      ({ dumpsterSize }) => ({ deposit: dumpsterSize === '30-yard' ? 52_500 : 42_500 }),
      FIRST_CATALOG,
    ),
    ['from', '$425', 'deposit'],
  ],
])('step 1 has one line a rental: %s', (_what, catalog, texts) => {
  render(
    <BookingProvider catalog={catalog}>
      <RentalStep onPick={() => {}} />
    </BookingProvider>,
  );
  const card = screen.getByRole('button', { name: 'Select 7-Day Rental' }).closest('li')!;
  const [amounts, ...lines] = [...card.querySelectorAll('p')].slice(1);
  const shown = [...amounts!.querySelectorAll('span'), ...lines].map((part) => part.textContent);
  expect(shown).toEqual(texts);
});
