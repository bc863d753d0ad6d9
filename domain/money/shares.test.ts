import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listItemNumbers, numbersText } from '#domain/rental/orders.ts';
import { allocateToShares, divideCents, listShareIds, shareIdOf, stripeIdOf } from './shares.ts';

it('the first share has the id at Stripe, and every share leads back to it', () => {
  expect(listShareIds('pi_1')).toEqual(['pi_1', 'pi_1.2', 'pi_1.3', 'pi_1.4', 'pi_1.5']);
  for (const item of listItemNumbers(5)) expect(stripeIdOf(shareIdOf('pi_3Abc', item))).toBe('pi_3Abc');
  for (const id of ['pay_1-2', 'rfd_9', 'pi_1.23', 'pi_1.1']) expect(stripeIdOf(id)).toBe(id);
});

it('cents are divided without a remainder, each share at most a cent from its weight', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), weights, (amount, parts) => {
      const shares = divideCents(amount, parts);
      const total = parts.reduce((sum, part) => sum + part, 0);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
      shares.forEach((share, index) => {
        expect(Math.abs(share - (amount * (parts[index] ?? 0)) / total)).toBeLessThan(1);
        expect(share).toBeGreaterThanOrEqual(0);
      });
    }),
  );
});

it('earlier shares get the odd cents', () => {
  expect(divideCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(divideCents(5, [1, 1])).toEqual([3, 2]);
});

it('a refund of the Dashboard takes from the first shares that have money left, and all of it is taken', () => {
  const shares = [0, 300, 500].map((refundable, index) => ({ refundable, name: index + 1 }));
  const taken = (amount: number) =>
    allocateToShares(shares, { id: 're_1', amount }).map(({ share, id, amount: part }) => [
      share.name,
      id,
      part,
    ]);
  expect(taken(200)).toEqual([[2, 're_1', 200]]);
  expect(taken(400)).toEqual([
    [2, 're_1', 300],
    [3, 're_1.2', 100],
  ]);
  expect(taken(900)).toEqual([
    [2, 're_1', 300],
    [3, 're_1.2', 600],
  ]);
});

it('numbers of bookings read as a sentence', () => {
  expect([numbersText([7]), numbersText([7, 8]), numbersText([7, 8, 9])]).toEqual([
    '#7',
    '#7 and #8',
    '#7, #8 and #9',
  ]);
});
