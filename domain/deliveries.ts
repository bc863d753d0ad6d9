import { cutText } from './text.ts';

/** What the queue carries, in words: notices by their kind, and the messages that stand for no notice. */
export const DELIVERY_LABELS = {
  'end-sessions': 'End sessions',
  'password-reset': 'Password reset',
  'account-changed': 'Account changed',
  'deposit-paid': 'Booking confirmation',
  'balance-charged': 'Balance charged',
  'pay-link': 'Pay link',
  'refund-made': 'Refund made',
  'booking-confirmed': 'Status: Confirmed',
  'booking-cancelled': 'Status: Cancelled',
  'delivery-reminder': 'Delivery reminder',
  'return-reminder': 'Return reminder',
  'pay-link-reminder': 'Pay link reminder',
  'booking-reminder': 'Booking reminder',
  'still-pending': 'Still pending (office)',
  'rental-overdue': 'Rental overdue (office)',
  'dispute-opened': 'Dispute opened (office)',
  'refund-failed': 'Refund failed (office)',
  'fraud-warning': 'Fraud warning (office)',
  'stripe-event': 'Stripe event',
  operation: 'Charge or refund',
  malformed: 'Unknown message',
} as const;

export type DeliveryKind = keyof typeof DELIVERY_LABELS;
export const DELIVERY_KINDS = Object.keys(DELIVERY_LABELS) as [DeliveryKind, ...DeliveryKind[]];

/** 'dead': given up until somebody has it sent again. */
export const DELIVERY_STATES = ['waiting', 'sent', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DELIVERY_STATE_LABELS: Readonly<Record<DeliveryState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  dead: 'Dead',
};

/** While it is dead, somebody who should be out may still be in. */
export function isSecurity(kind: DeliveryKind): boolean {
  return kind === 'end-sessions';
}

const MOST = 160;

/** An error as staff may read it: its first line, without the addresses, secrets and long codes in it. */
export function plainReason(error: string): string {
  const [line = ''] = error.split('\n');
  const plain = line
    .replace(/^(?:\w*Error: )+/, '')
    .replace(/https?:\/\/\S+/gi, '(address)')
    .replace(/<?[^\s<>@]+@[^\s<>@]+>?/g, '(address)')
    .replace(/\S*(?:secret|token|password|_key)[=:_]\S*/gi, '(hidden)')
    .replace(/[\w-]{24,}/g, '(code)')
    .trim();
  return plain.length <= MOST ? plain : `${cutText(plain, MOST - 3).trimEnd()}...`;
}
