import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { arbitraryCatalog } from '#domain/test/arbitrary-card.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { rateCard } from './catalog.ts';

it('the schema accepts the first rate card and every random catalog without a change', () => {
  expect(rateCard.parse(FIRST_RATE_CARD)).toEqual(FIRST_RATE_CARD);
  void fc.assert(
    fc.property(arbitraryCatalog(), (catalog) => {
      expect(rateCard.parse(catalog.card)).toEqual(catalog.card);
    }),
    randomRuns({ sample: 100, long: 5_000 }),
  );
});
