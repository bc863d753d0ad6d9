import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CancellationPolicy } from '#domain/catalog/rate-card.ts';
import { startOfDay } from '#domain/shared/days.ts';
import { type CancellationFacts, proposeRefund } from './cancellation.ts';

const HOUR_MS = 60 * 60_000;
const timeZone = 'America/New_York';
const facts = (changes: Partial<CancellationFacts> = {}): CancellationFacts => ({
  policy: { freeHours: 48, fee: { type: 'cents', amount: 5_000 } },
  deliveryDate: '2026-12-04',
  isDelivered: false,
  depositAmount: 42_500,
  kept: 42_500,
  refundable: 42_500,
  nowMs: startOfDay('2026-12-03', timeZone),
  timeZone,
  ...changes,
});
const amountOf = (changes: Partial<CancellationFacts>) => proposeRefund(facts(changes)).amount;

describe('the proposed refund of a cancellation', () => {
  it('is everything while cancelling is free, up to the last millisecond', () => {
    const freeUntilMs = startOfDay('2026-12-04', timeZone) - 48 * HOUR_MS;
    expect(proposeRefund(facts({ nowMs: freeUntilMs }))).toEqual({
      amount: 42_500,
      fee: 0,
      freeUntilMs,
      text: 'A full refund: cancelling is free until Dec 2, 2026, 12:00 AM.',
    });
    expect(amountOf({ nowMs: freeUntilMs + 1 })).toBe(37_500);
  });

  it('counts real hours across a change of the clocks', () => {
    // Clocks go forward at 2 AM on March 14, 2027: 24 hours before the 15th is 11 PM on the 13th.
    const policy: CancellationPolicy = { freeHours: 24, fee: { type: 'cents', amount: 1 } };
    const { text } = proposeRefund(facts({ policy, deliveryDate: '2027-03-15', nowMs: 0 }));
    expect(text).toContain('Mar 13, 2027, 11:00 PM');
  });

  it('keeps a percentage of the deposit, also when more was paid', () => {
    const policy: CancellationPolicy = { freeHours: 0, fee: { type: 'percent', percent: 15 } };
    const nowMs = startOfDay('2026-12-04', timeZone) + 1;
    expect(amountOf({ policy, nowMs, kept: 60_000, refundable: 60_000 })).toBe(60_000 - 6_375);
    expect(amountOf({ policy, nowMs, depositAmount: 33_333, kept: 33_333, refundable: 33_333 })).toBe(28_333);
  });

  it('is everything without a policy, and nothing after the delivery', () => {
    const nowMs = startOfDay('2026-12-09', timeZone);
    expect(amountOf({ policy: null, nowMs })).toBe(42_500);
    expect(amountOf({ policy: null, nowMs, isDelivered: true })).toBe(0);
  });

  it('leaves out what was refunded before and what is under dispute', () => {
    expect(amountOf({ kept: 32_500, refundable: 32_500 })).toBe(27_500);
    expect(amountOf({ refundable: 10_000 })).toBe(10_000);
    expect(proposeRefund(facts({ kept: 3_000, refundable: 3_000 }))).toMatchObject({ amount: 0, fee: 3_000 });
  });

  it('is never negative and never more than what can be refunded', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999 });
    const fee = fc.oneof(
      fc.record({ type: fc.constant('cents' as const), amount: cents }),
      fc.record({ type: fc.constant('percent' as const), percent: fc.integer({ min: 0, max: 100 }) }),
    );
    const policy = fc.option(fc.record({ freeHours: fc.integer({ min: 0, max: 720 }), fee }));
    const money = fc.record({ depositAmount: cents, kept: cents, disputed: cents, offset: fc.integer() });
    fc.assert(
      fc.property(policy, money, fc.boolean(), (policy, money, isDelivered) => {
        const { kept, disputed, depositAmount, offset } = money;
        const refundable = Math.max(0, kept - disputed);
        const { nowMs } = facts();
        const proposal = proposeRefund(
          facts({ policy, isDelivered, depositAmount, kept, refundable, nowMs: nowMs + offset }),
        );
        expect(proposal.amount).toBeGreaterThanOrEqual(0);
        expect(proposal.amount).toBeLessThanOrEqual(refundable);
        expect(Number.isInteger(proposal.amount)).toBe(true);
        expect(proposal.fee).toBeLessThanOrEqual(kept);
      }),
    );
  });
});
