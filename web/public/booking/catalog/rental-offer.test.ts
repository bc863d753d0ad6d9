import { expect, test } from 'vitest';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { PRICED_CATALOG } from '#web/public/booking/test/priced-catalog.ts';
import { includedLine } from './rental-offer.ts';

const UNKNOWN = { includedWeight: null, overagePerTon: null, extraDay: null };
const STATED = { includedWeight: 4_000, overagePerTon: 9_500, extraDay: 1_500 };

test.each<[string, Partial<Rate>[], string]>([
  ['one rate', [STATED], 'Includes 2.0 tons · $95 per extra ton · $15 per extra day'],
  [
    'rates that differ',
    [STATED, { includedWeight: 2_000, overagePerTon: 8_000, extraDay: 1_000 }],
    'Includes 1.0 ton to 2.0 tons · from $80 per extra ton · from $10 per extra day',
  ],
  [
    'a rate that states nothing beside one that does',
    [STATED, UNKNOWN],
    'Includes up to 2.0 tons · from $95 per extra ton · from $15 per extra day',
  ],
  ['nothing stated', [UNKNOWN], 'Ask us about the weight · Ask us about more days'],
  [
    'an included weight without a price for more',
    [{ ...UNKNOWN, includedWeight: 4_000 }],
    'Includes 2.0 tons · Ask us about more weight · Ask us about more days',
  ],
])('%s: one line says what is included and what more costs', (_what, changes, line) => {
  const [rate] = PRICED_CATALOG.rates;
  expect(includedLine(changes.map((change) => ({ ...(rate as Rate), ...change })))).toBe(line);
});
