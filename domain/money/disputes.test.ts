import { expect, test } from 'vitest';
import { disputeLabel, isDisputeId, isDisputeOpen, ledgerEffectOf } from './disputes.ts';

test.each([
  ['needs_response', true, 'none'],
  ['under_review', true, 'none'],
  ['won', false, 'none'],
  ['lost', false, 'booked'],
  ['prevented', false, 'none'],
  ['appeal_needs_response', true, 'unchanged'],
  ['appeal_under_review', true, 'unchanged'],
  ['warning_needs_response', false, 'none'],
  ['warning_under_review', false, 'none'],
  ['warning_closed', false, 'none'],
])('%s: blocks refunds %s, the loss is %s', (status, isOpen, loss) => {
  expect(isDisputeOpen(status)).toBe(isOpen);
  expect(ledgerEffectOf(status)).toBe(loss);
  expect(disputeLabel(status)).not.toContain('_');
});

test('a payment without a dispute is not under dispute', () => {
  expect(isDisputeOpen(null)).toBe(false);
});

test('an unknown status is shown as its words', () => {
  expect(disputeLabel('arbitration_opened')).toBe('Dispute: arbitration opened');
});

test('ids of disputes differ from ids of refunds', () => {
  expect(['du_1', 'dp_1', 're_1', 'pi_1'].map(isDisputeId)).toEqual([true, true, false, false]);
});
