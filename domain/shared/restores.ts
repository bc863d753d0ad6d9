/** A table that exists while a restore from backup loads rows: until it is gone, rows and triggers are missing. */
export const RESTORE_MARKER = 'restore_unfinished';

/** The row of `cursors` that stops all writes of the Worker, but those of the steps after a restore. */
export const STOPPED_WRITES = 'writes-stopped';

/** The work after a restore of the database, in its order, with the label that operators see. */
export const RESTORE_STEPS = {
  'hold-notifications': 'Hold the e-mails that were waiting',
  'end-sessions': 'End all sessions',
  'raise-numbers': 'Raise the numbers of bookings, charges and all other rows',
  'republish-catalog': 'Bring the catalog to the public page, under a new number if the page has a later one',
  'end-checkouts': 'End the unpaid checkouts with Stripe',
  'assign-units': 'Assign a unit to bookings that lost it, or flag them',
  'settle-payments': 'Settle the open charges and payment links with Stripe, and end the open refunds',
  'replay-events': "Read and apply Stripe's events since the restored time",
  'compare-with-stripe': 'Compare the ledger with Stripe and list payments without a booking',
  'recompute-sums': 'Compute the charged and refunded sums of bookings from the ledger',
  'remove-personal-data': 'Remove again the personal data of customers who asked for it',
  'hold-replayed-notifications': 'Hold the e-mails that these steps created',
  'restart-crons': 'Give every cron task the time of one turn before it counts as late',
} as const;

export type RestoreStep = keyof typeof RESTORE_STEPS;
export const RESTORE_STEP_NAMES = Object.keys(RESTORE_STEPS) as RestoreStep[];

/**
 * Numbers used after the restored time are at Stripe and in e-mails, so the next ones begin this much higher. Each
 * further restore adds it to what the last one reached.
 */
export const RAISED_BY = 10_000;
