/** What the runbook says about an event. Its tables are generated from these entries (scripts/verify/log-events.ts). */
export type LogEventEntry = {
  levels: readonly ('info' | 'warn' | 'error')[];
  meaning: string;
  /** What an operator does. */
  action: string;
};

/** Events that need a person within minutes: alert the person on call. */
export const AT_ONCE_EVENTS = {
  request_failed: {
    levels: ['error'],
    meaning: 'A call failed with 500: an error in this system',
    action: 'Find the cause by `error` and `stack`. `requestId` is in the reply that the user saw',
  },
  task_failed: {
    levels: ['error'],
    meaning: 'A cron (`task`) or a queue message (`messageId`) failed',
    action:
      'One failure needs nothing, because both are repeated. Repeated failures: find the cause by `error`',
  },
  health_not_read: {
    levels: ['error'],
    meaning: 'The health checks could not be read: the database does not answer or has no schema',
    action: 'Check cloudflarestatus.com, then the database (`npx wrangler d1 info dumpster-rental`)',
  },
  health_changed: {
    levels: ['warn'],
    meaning:
      'Health checks began to fail (`failing`) or are good again (`recovered`); the business was e-mailed',
    action: 'Follow [Health](#health)',
  },
  health_alert_not_sent: {
    levels: ['error'],
    meaning: 'The e-mail service or the alert webhook did not take an alert about the health checks',
    action: 'Read `PUBLIC_URL/api/health` with the key; check the e-mail domain and ALERT_WEBHOOK_URL',
  },
  backup_failed: {
    levels: ['error'],
    meaning: 'A backup was given up',
    action: 'Follow [Backups](#backups)',
  },
  dead_letter: {
    levels: ['error'],
    meaning: 'An e-mail or background task failed for the last time',
    action: 'Follow [Dead letters](#dead-letters)',
  },
  dead_letter_not_stored: {
    levels: ['error'],
    meaning: 'A failed message could not be stored for staff; the queue delivers it again, up to 100 times',
    action: 'Check that the database responds',
  },
  operation_not_settled: {
    levels: ['error'],
    meaning: 'The outcome of a charge or refund is still open',
    action: 'After an hour, follow [A payment or refund that is stuck](#a-payment-or-refund-that-is-stuck)',
  },
  stripe_event_failed: {
    levels: ['error'],
    meaning: 'An event from Stripe cannot be applied; it is tried every five minutes',
    action: 'Find the cause by `error`',
  },
  payment_without_booking: {
    levels: ['warn'],
    meaning: 'A customer paid for a booking that the database does not have; the business got an e-mail',
    action: 'Call the customer; settle it at `/admin/reconciliation`',
  },
  restore_step_failed: {
    levels: ['error'],
    meaning: 'A step after a restore failed (`step`); it is tried again every minute',
    action: 'If it fails for ten minutes, find the cause by `error`',
  },
  transaction_not_entered: {
    levels: ['error'],
    meaning: 'A settled difference could not be entered in the ledger',
    action: 'Follow [A difference in the reconciliation](#a-difference-in-the-reconciliation)',
  },
  turnstile_unavailable: {
    levels: ['error'],
    meaning: 'Cloudflare does not check tokens, or rejects the secret key: no customer can book online',
    action: 'Check cloudflarestatus.com; otherwise store the secret key of the widget again',
  },
} as const satisfies Record<string, LogEventEntry>;
