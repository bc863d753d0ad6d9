import { expect, it } from 'vitest';
import {
  differenceSentence,
  findDifference,
  findDifferences,
  type LedgerEntry,
  type StripeLedgerEntry,
} from './reconciliation.ts';

const payment = (changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: 'pi_1',
  type: 'payment',
  status: 'succeeded',
  amount: 42_500,
  ...changes,
});
const refund = (changes: Partial<LedgerEntry> = {}) => payment({ id: 're_1', type: 'refund', ...changes });
const stripeEntry = (entry: LedgerEntry, isBooked = true): StripeLedgerEntry => ({ ...entry, isBooked });

it('finds nothing when both sides are equal', () => {
  const inLedger = [payment(), refund({ status: 'pending', amount: 1_000 })];
  expect(
    findDifferences(
      inLedger,
      inLedger.toReversed().map((entry) => stripeEntry(entry)),
    ),
  ).toEqual([]);
  expect(findDifferences([], [])).toEqual([]);
});

it('finds each entry that only one side has, once', () => {
  const inLedger = [payment({ id: 'pi_ledger' }), payment()];
  const atStripe = [stripeEntry(payment()), stripeEntry(refund({ id: 're_stripe' }))];
  expect(findDifferences(inLedger, atStripe).map(({ id, difference }) => [id, difference])).toEqual([
    ['pi_ledger', 'missing_at_stripe'],
    ['re_stripe', 'missing_here'],
  ]);
});

it('ignores entries at Stripe that the ledger need not have', () => {
  const unpaid = stripeEntry(payment({ status: 'requires_payment_method' }), false);
  expect(findDifferences([], [unpaid])).toEqual([]);
});

const processing = { status: 'processing' } as const;
const pending = { status: 'pending' } as const;
const canceled = { status: 'canceled' } as const;

it.each<[inLedger: LedgerEntry, atStripe: LedgerEntry, difference: string | null]>([
  [payment(processing), payment(), 'status'],
  [payment({ amount: 32_500 }), payment(), 'amount'],
  // Both differ: only the status is reported.
  [payment({ ...canceled, amount: 1 }), payment(), 'status'],
  [payment({ ...processing, amount: 1 }), payment(processing), 'amount'],
  [refund({ ...pending, amount: 1 }), refund(pending), 'amount'],
  // The amount of an unpaid intent has not been paid.
  [payment({ ...canceled, amount: 1 }), payment(canceled), null],
])('compares status and amount: %j with %j', (inLedger, atStripe, difference) => {
  expect(findDifference(inLedger, stripeEntry(atStripe))?.difference ?? null).toBe(difference);
});

it.each<[LedgerEntry | null, LedgerEntry | null, string]>([
  [null, payment(), 'Stripe has a payment that our records lack.'],
  [refund(), null, 'Our records have a refund that Stripe does not know.'],
  [payment({ status: 'processing' }), payment(), "Stripe says 'Succeeded', our records say 'Processing'."],
  [refund({ status: 'pending' }), refund(), "Stripe says 'Refunded', our records say 'Refund Pending'."],
  [payment({ amount: 32_500 }), payment(), 'Stripe says $425.00, our records say $325.00.'],
])('describes the difference in one sentence', (inLedger, atStripe, sentence) => {
  const found = findDifference(inLedger, atStripe && stripeEntry(atStripe));
  expect(found && differenceSentence(found)).toBe(sentence);
});
