/** Bookings that staff look after, each a filter of the list of bookings. */
export const BOOKING_WORK = [
  'deliveries_today',
  'exchanges_today',
  'pickups_today',
  'late_deliveries',
  'on_site',
  'overdue',
  'unconfirmed',
  'balance_due',
  'unpriced',
  'waiting_for_customer',
  'attention',
  'bounced_emails',
] as const;
export type BookingWork = (typeof BOOKING_WORK)[number];

export const BOOKING_WORK_LABELS: Readonly<Record<BookingWork, string>> = {
  deliveries_today: 'Deliveries today',
  exchanges_today: 'Exchanges today',
  pickups_today: 'Pickups today',
  late_deliveries: 'Late deliveries',
  on_site: 'On site',
  overdue: 'Overdue',
  unconfirmed: 'Not confirmed, delivery soon',
  balance_due: 'Balance due',
  unpriced: 'Completed without final price',
  waiting_for_customer: 'Waiting for customer',
  attention: 'Needs attention',
  bounced_emails: 'Bounced e-mails',
};

/** The work lists with a sum, and the amount of a booking that it adds up. */
const WORK_AMOUNTS = { balance_due: 'balanceDue', unpriced: 'dueLater' } as const;
export type WorkWithAmount = keyof typeof WORK_AMOUNTS;

export function hasAmount(work: string | undefined): work is WorkWithAmount {
  return work !== undefined && Object.hasOwn(WORK_AMOUNTS, work);
}

/** A delivery on one of the next days is soon. */
export const SOON_DAYS = 2;

/** A delivery that has been open for longer was made and not marked. */
export const LATE_DAYS = 30;

/** Payments and refunds that staff look after, each a filter of the list of transactions. */
export const TRANSACTION_WORK = ['disputes', 'failed_refunds'] as const;
export type TransactionWork = (typeof TRANSACTION_WORK)[number];

export const TRANSACTION_WORK_LABELS: Readonly<Record<TransactionWork, string>> = {
  disputes: 'Disputes to answer',
  failed_refunds: 'Failed refunds',
};
