import { expect, test } from 'vitest';
import { historyText } from './history.ts';

test.each<[string, Record<string, unknown> | null, Record<string, unknown> | null, string]>([
  ['changed', { status: 'pending' }, { status: 'in_transit' }, 'Status changed from Pending to In Transit'],
  ['changed', { finalPrice: null }, { finalPrice: 71_450 }, 'Final price changed from Not set to $714.50'],
  ['changed', { dumpsterNumber: null }, { dumpsterNumber: 'D-3' }, 'Unit changed from None to D-3'],
  [
    'changed',
    { dumpsterNumber: '\u202e3-D' },
    { dumpsterNumber: 'D-3' },
    'Unit changed from \u2068\u202e3-D\u2069 to D-3',
  ],
  [
    'changed',
    { needsAttention: 'payment_mismatch' },
    { needsAttention: null },
    'Attention changed from Payment does not match to None',
  ],
  [
    'charge_declined',
    null,
    { notCharged: 100, reason: 'card_declined:insufficient_funds', startedBy: 'Dana Cole' },
    'Card declined: insufficient funds (charge started by Dana Cole)',
  ],
  [
    'changed',
    { exchangeDay: '2026-12-03' },
    { exchangeDay: null, keptCharge: 9720 },
    'Exchange on Dec 3, 2026 removed. Kept as a cancellation fee: $97.20',
  ],
  ['deposit_paid', null, { amount: 10_000 }, 'Deposit of $100.00 paid'],
  [
    'job_window_changed',
    null,
    { job: 'delivery', window: '08:00-10:30', formerWindow: 'any' },
    'Delivery: time window changed from Any time to 8:00 AM to 10:30 AM',
  ],
  ['deposit_paid', null, { amount: 47_500, isWholePrice: true }, 'Price of $475.00 paid'],
  ['charge_declined', null, { notCharged: 100, reason: 'card_declined:new_code' }, 'Card declined'],
  ['refund_started', null, { amount: 32_500, refundReason: null }, 'Refund of $325.00 started'],
  ['refund_pending', null, { amount: 32_500 }, 'Refund of $325.00 is pending at the bank'],
  ['refund_failed', null, { refunded: 0 }, 'The refund failed. Nothing was refunded'],
  ['pay_link_sent', null, { payLink: 17_500 }, 'Payment link for $175.00 sent'],
  ['pay_link_withdrawn', null, { payLink: 17_500 }, 'Payment link for $175.00 ended: withdrawn'],
  [
    'dump_ticket_added',
    null,
    {
      dumpTicket: { weight: 2400, dumpLocation: 'County landfill', dumpDate: '2026-11-21', feeAmount: 8000 },
    },
    'Dump ticket added: $80.00, County landfill, Nov 21, 2026, 2,400 lb',
  ],
  [
    'email_sent',
    null,
    { kind: 'a-new-kind', to: 'ada@example.com' },
    'E-mail sent to ada@example.com: A-new-kind',
  ],
  [
    'cancel_started',
    null,
    { amount: 35_000, proposed: 42_500, refundReason: 'On its way' },
    'Cancellation started with a refund of $350.00 instead of the proposed $425.00: On its way',
  ],
  ['cancel_started', null, { amount: 0, proposed: 0 }, 'Cancellation started with no refund'],
  [
    'cancel_failed',
    null,
    { reason: 'link_paid', startedBy: 'Dana Cole' },
    'The booking was not cancelled: the customer had just paid through the payment link (started by Dana Cole)',
  ],
  ['something_new', null, null, 'Something new'],
])('%s: %j, %j', (...[action, before, after, text]) => {
  expect(historyText({ action, before, after })).toBe(text);
});
