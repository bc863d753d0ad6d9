import { expect, it } from 'vitest';
import {
  differenceSentence,
  type Entry,
  findDifference,
  findDifferences,
  type StripeEntry,
} from './reconciliation.ts';

const payment = (changes: Partial<Entry> = {}): Entry => ({
  id: 'pi_1',
  type: 'payment',
  status: 'succeeded',
  amount: 42_500,
  ...changes,
});
const refund = (changes: Partial<Entry> = {}) => payment({ id: 're_1', type: 'refund', ...changes });
const atStripe = (entry: Entry, isBooked = true): StripeEntry => ({ ...entry, isBooked });

it('finds nothing where both have the same', () => {
  const ours = [payment(), refund({ status: 'pending', amount: 1_000 })];
  expect(
    findDifferences(
      ours,
      ours.toReversed().map((entry) => atStripe(entry)),
    ),
  ).toEqual([]);
  expect(findDifferences([], [])).toEqual([]);
});

it('finds what only one side has, one finding for each', () => {
  const ours = [payment({ id: 'pi_ours' }), payment()];
  const theirs = [atStripe(payment()), atStripe(refund({ id: 're_theirs' }))];
  expect(findDifferences(ours, theirs).map(({ id, difference }) => [id, difference])).toEqual([
    ['pi_ours', 'missing_at_stripe'],
    ['re_theirs', 'missing_here'],
  ]);
});

it('leaves out what Stripe has and the ledger need not have', () => {
  const unpaid = atStripe(payment({ status: 'requires_payment_method' }), false);
  expect(findDifferences([], [unpaid])).toEqual([]);
});

const processing = { status: 'processing' } as const;
const pending = { status: 'pending' } as const;
const canceled = { status: 'canceled' } as const;

it.each<[ours: Entry, theirs: Entry, difference: string | null]>([
  [payment(processing), payment(), 'status'],
  [payment({ amount: 32_500 }), payment(), 'amount'],
  // The status says more.
  [payment({ ...canceled, amount: 1 }), payment(), 'status'],
  [payment({ ...processing, amount: 1 }), payment(processing), 'amount'],
  [refund({ ...pending, amount: 1 }), refund(pending), 'amount'],
  // What an unpaid intent asks for is no money.
  [payment({ ...canceled, amount: 1 }), payment(canceled), null],
])('compares status and amount: %j with %j', (ours, theirs, difference) => {
  expect(findDifference(ours, atStripe(theirs))?.difference ?? null).toBe(difference);
});

it.each<[Entry | null, Entry | null, string]>([
  [null, payment(), 'Stripe has a payment that our records lack.'],
  [refund(), null, 'Our records have a refund that Stripe does not know.'],
  [payment({ status: 'processing' }), payment(), "Stripe says 'Succeeded', our records say 'Processing'."],
  [refund({ status: 'pending' }), refund(), "Stripe says 'Refunded', our records say 'Refund Pending'."],
  [payment({ amount: 32_500 }), payment(), 'Stripe says $425.00, our records say $325.00.'],
])('says it in one sentence', (ours, theirs, sentence) => {
  const found = findDifference(ours, theirs && atStripe(theirs));
  expect(found && differenceSentence(found)).toBe(sentence);
});
