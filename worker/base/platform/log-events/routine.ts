import type { LogEventEntry } from './at-once.ts';

/** Events of normal work, for a search in the log. */
export const ROUTINE_EVENTS = {
  request: {
    levels: ['info'],
    meaning: 'A call was answered: `route`, `method`, `status`, `durationMs`',
  },
  task_done: { levels: ['info'], meaning: 'A cron (`task`) ended, with its counts' },
  email_withheld: {
    levels: ['info'],
    meaning: 'Staging did not send an e-mail, because STAGING_RECIPIENTS does not list its address',
  },
  sign_in_link_opened: {
    levels: ['info'],
    meaning: 'A mailed link let a device try a password although its account is limited',
  },
  text_received: {
    levels: ['info'],
    meaning: 'A customer sent a text; `keyword` is stop, start, help or other',
  },
  removals_replayed: {
    levels: ['info'],
    meaning:
      'After a restore, personal data was removed again: `listed` removals by their ids, `found` more addresses by hash',
  },
  live_hub_failed: {
    levels: ['warn'],
    meaning:
      'A change did not reach the screens of staff, or the sockets of an ended session stay open for up to ten minutes: the object that holds them did not answer',
  },
  geocoding_failed: {
    levels: ['warn'],
    meaning:
      'The geocoder did not answer for a booking, or its quota is used up: the place is that of the ZIP code until the cron asks again',
  },
  geocoding_not_enqueued: {
    levels: ['warn'],
    meaning: 'The queue did not take the lookup of an address; the cron finds the booking',
  },
  hold_released: { levels: ['info'], meaning: 'An unpaid hold ended, and its days are free again' },
  holds_moved: { levels: ['info'], meaning: 'A customer continued an unpaid booking on the same device' },
  booking_released: {
    levels: ['info'],
    meaning: 'A booking by phone was cancelled, because its payment link ended unpaid',
  },
  booking_made: { levels: ['info'], meaning: 'A deposit was paid, and the booking was made' },
  balance_paid: { levels: ['info'], meaning: 'A balance was paid by charge or payment link' },
  booking_cancelled: { levels: ['info'], meaning: 'A cancellation by staff has finished, with its refund' },
  charge_declined: { levels: ['info'], meaning: 'A card was declined; the customer gets a payment link' },
  stripe_event_received: { levels: ['info'], meaning: 'A webhook was verified and stored' },
  stripe_event_of_other_system: {
    levels: ['info'],
    meaning: 'An event belongs to another system with the same Stripe account, and was ignored',
  },
  reconciliation_settled: { levels: ['info'], meaning: 'Staff settled a difference' },
  restore_step_done: { levels: ['info'], meaning: 'A step after a restore ended (`step`), with its counts' },
  notifications_released: {
    levels: ['info'],
    meaning: 'Staff released e-mails (`count`) that were held after a restore',
  },
  dead_letter_replayed: { levels: ['info'], meaning: 'Staff retried a failed item' },
  backup_finished: { levels: ['info'], meaning: 'A backup is complete; `deleted` older ones were deleted' },
  backup_restarted: {
    levels: ['warn'],
    meaning:
      'A backup begins again, because a migration, a new BACKUP_PUBLIC_KEY or a restore came while it ran',
  },
} as const satisfies Record<string, Omit<LogEventEntry, 'action'>>;
