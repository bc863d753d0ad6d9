import { expect, it } from 'vitest';
import { FIRST_TERMS } from '#domain/rental/first-terms.ts';
import { makeCard } from '#domain/test/rate-cards.ts';
import { cancellationRule } from './policy-texts.ts';
import type { CancellationPolicy } from './rate-card.ts';
import { FIRST_RATE_CARD } from './seed.ts';
import { cancellationToCheck, termsConflicts } from './terms-conflicts.ts';

const { terms } = FIRST_TERMS;
const { calendar, policy } = FIRST_RATE_CARD;
const cancellation = { freeHours: 48, fee: { type: 'percent' as const, percent: 50 } };

it('the first terms fit the first catalog', () => {
  expect(termsConflicts(FIRST_RATE_CARD, terms)).toEqual([]);
});

it('each sentence of the terms that a catalog contradicts is named with what the catalog says', () => {
  const card = makeCard({
    calendar: { ...calendar, horizonDays: 90 },
    policy: { ...policy, cancellation },
  });
  expect(termsConflicts(card, terms)).toEqual([
    { sentence: 'The amounts shown when you book are deposits only', catalog: 'Rentals have a full price.' },
    { sentence: 'at most 365 days ahead', catalog: 'Customers can book 90 days ahead.' },
    {
      sentence: expect.stringMatching(/^If you cancel before the truck has left/),
      catalog:
        'You can cancel free of charge until 48 hours before 12:00 AM of the delivery day. After that we keep 50% of the deposit.',
    },
  ]);
});

it('terms that the owner has adapted have no conflict', () => {
  const card = makeCard({ policy: { ...policy, cancellation } });
  expect(termsConflicts(card, 'You pay the price that you see, at most 365 days ahead.')).toEqual([]);
});

it.each<[string, CancellationPolicy | null, string | null]>([
  [
    'You can cancel until 48 hours before.',
    { ...cancellation, freeHours: 24 },
    'until 24 hours before 12:00 AM',
  ],
  ['Cancellation: 48 hours.', { ...cancellation, fee: { type: 'percent', percent: 75 } }, 'we keep 75% of'],
  ['You can cancel until 48 hours before.', null, 'before the truck has left'],
  ['You can cancel until 48 hours before.', cancellation, null],
  ['You pay the price that you see.', { ...cancellation, freeHours: 24 }, null],
  // The first terms are compared word for word.
  [terms, { ...cancellation, freeHours: 24 }, null],
])('terms in other words are checked against a new cancellation rule: %s, %j', (text, after, rule) => {
  const policyWith = (value: CancellationPolicy | null) => ({ ...policy, cancellation: value });
  const found = cancellationToCheck(policyWith(after), policyWith(cancellation), text);
  expect(found).toEqual(rule && expect.stringContaining(rule));
});

it('terms with the very words of the new rule agree with it', () => {
  const rule = cancellationRule(cancellation);
  const drafted = { ...policy, cancellation };
  expect(cancellationToCheck(drafted, policy, `Call us to cancel. ${rule}`)).toBeNull();
  expect(cancellationToCheck(drafted, policy, 'Call us to cancel.')).toBe(rule);
});
