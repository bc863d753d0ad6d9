import { cutText } from './text.ts';

/** The kinds of outbox rows and of other queue messages, with the label that staff see. */
export const NOTIFICATION_LABELS = {
  'end-sessions': 'End sessions',
  'password-reset': 'Password reset',
  'sign-in-link': 'Sign-in link',
  'account-changed': 'Account changed',
  'deposit-paid': 'Booking confirmation',
  'booking-made': 'Booking by phone',
  'new-booking': 'New booking (office)',
  'booking-released': 'Unpaid booking cancelled (office)',
  'balance-charged': 'Balance charged',
  'pay-link': 'Payment link',
  'refund-made': 'Refund made',
  'booking-confirmed': 'Status: Confirmed',
  'booking-cancelled': 'Status: Cancelled',
  'booking-changed': 'Booking changed',
  'final-price': 'Final price',
  'delivery-reminder': 'Delivery reminder',
  'return-reminder': 'Return reminder',
  'pay-link-reminder': 'Payment link reminder',
  'booking-reminder': 'Booking reminder',
  'arrival-window': 'Arrival window',
  'arrival-changed': 'Arrival window changed',
  'driver-on-the-way': 'Driver on the way',
  'unit-delivered': 'Dumpster delivered',
  'unit-exchanged': 'Dumpster exchanged',
  'unit-picked-up': 'Dumpster picked up',
  'text-window': 'Text: arrival window',
  'text-window-changed': 'Text: new arrival window',
  'text-on-the-way': 'Text: driver on the way',
  'text-delivered': 'Text: dumpster delivered',
  'text-exchanged': 'Text: dumpster exchanged',
  'visit-moved': 'Visit moved to the next working day',
  'still-pending': 'Still pending (office)',
  'rental-late': 'Dumpster kept longer',
  'rental-overdue': 'Rentals overdue (office)',
  'stop-attempted': 'Driver could not complete (office)',
  'dispute-opened': 'Dispute opened (office)',
  'refund-failed': 'Refund failed (office)',
  'fraud-warning': 'Fraud warning (office)',
  'unbooked-payment': 'Payment without a booking (office)',
  'texts-limited': 'Texts stopped for a day (office)',
  'catalog-published': 'Catalog on the public page',
  'customer-changed': 'Customer at Stripe',
  'save-card': 'Card at Stripe',
  'stripe-event': 'Stripe event',
  operation: 'Charge or refund',
  malformed: 'Unknown message',
} as const;

export type NotificationKind = keyof typeof NOTIFICATION_LABELS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_LABELS) as [
  NotificationKind,
  ...NotificationKind[],
];

/**
 * 'undelivered': the e-mail bounced, or the text did not arrive. 'dropped': a text that must not be sent, or a card
 * that Stripe refused to save, with the reason. 'dead': the attempts are used up; nothing happens until staff retry it. 'withheld': staging did not send the e-mail,
 * because its address is not in STAGING_RECIPIENTS. 'held': it was waiting when the database was restored, so it may
 * have been sent before; nothing happens until staff release it.
 */
export const NOTIFICATION_STATES = [
  'waiting',
  'held',
  'sent',
  'undelivered',
  'dropped',
  'withheld',
  'dead',
] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

export const NOTIFICATION_STATE_LABELS: Readonly<Record<NotificationState, string>> = {
  waiting: 'Waiting',
  held: 'Held after restore',
  sent: 'Sent',
  undelivered: 'Not delivered',
  dropped: 'Dropped',
  withheld: 'Withheld',
  dead: 'Failed',
};

/** While this kind of notification is dead, a user whose sessions should have ended may still be logged in. */
export function isSecurity(kind: NotificationKind): boolean {
  return kind === 'end-sessions';
}

const MAX_LENGTH = 160;

/** The first line of an error for staff, without addresses, secrets and long codes. */
export function plainReason(error: string): string {
  const [line = ''] = error.split('\n');
  const plain = line
    .replace(/^(?:\w*Error: )+/, '')
    .replace(/https?:\/\/\S+/gi, '(address)')
    .replace(/<?[^\s<>@]+@[^\s<>@]+>?/g, '(address)')
    .replace(/\S*(?:secret|token|password|_key)[=:_]\S*/gi, '(hidden)')
    .replace(/[\w-]{24,}/g, '(code)')
    .trim();
  return plain.length <= MAX_LENGTH ? plain : `${cutText(plain, MAX_LENGTH - 3).trimEnd()}...`;
}
