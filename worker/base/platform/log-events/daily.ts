import type { LogEventEntry } from './at-once.ts';

/** Events that a person looks at once a day. */
export const DAILY_EVENTS = {
  ledger_reconciled: {
    levels: ['info', 'warn'],
    meaning: 'The nightly comparison of the ledger with Stripe ended; at level `warn` there are differences',
    action: 'Settle the differences at `/admin/reconciliation`',
  },
  routing_failed: {
    levels: ['warn'],
    meaning:
      'The routing service did not answer, or its answer could not be used (`kind`: quota, unavailable, refused, wrong_answer); times are estimates',
    action:
      'None for a few. `refused`: check ROUTING_API_KEY and the ROUTING_ addresses. `quota` every day: choose a larger plan of the service, or an own server',
  },
  ledger_reconciled_in_part: {
    levels: ['warn'],
    meaning: 'Stripe has more payments than one night compares; they are compared from the day in `from`',
    action: 'None for one night. Every night: raise MAX_PAGES in `worker/money/reconciliation/tasks.ts`',
  },
  transaction_not_compared: {
    levels: ['warn'],
    meaning: 'Stripe did not answer for one payment or refund during the comparison',
    action: 'None: it is compared again the next night',
  },
  reconciliation_not_settled: {
    levels: ['warn'],
    meaning: 'Staff pressed Settle, and the difference stayed',
    action: 'Follow [A difference in the reconciliation](#a-difference-in-the-reconciliation)',
  },
  dispute_not_updated: {
    levels: ['warn'],
    meaning: 'The status of a dispute could not be stored',
    action: 'None: it is read again the next night. After several nights, find the cause by `error`',
  },
  stripe_events_missed: {
    levels: ['warn'],
    meaning: 'Webhooks were missed, and the events were fetched from Stripe',
    action: 'If it is rare, none. If it is constant, check the endpoint and its secret in Stripe',
  },
  stripe_event_of_other_mode: {
    levels: ['warn'],
    meaning: 'A webhook of the other mode (live or test) was ignored',
    action: 'Check that STRIPE_SECRET_KEY and the endpoint have the same mode',
  },
  stripe_failed: {
    levels: ['error'],
    meaning: 'A call to Stripe failed, and the customer or staff saw the error',
    action:
      "Stripe's own message is not logged, because it may quote the customer: find it in Stripe's dashboard by the request id (`req_…`)",
  },
  booking_needs_attention: {
    levels: ['warn'],
    meaning:
      'A paid booking has no unit, its unit is still at another customer, or it was paid with another amount',
    action: 'Decide on its page together with the customer',
  },
  push_failed: {
    levels: ['warn'],
    meaning: 'A push service did not take a push message about a message of a driver or of the office',
    action: 'Nothing for single ones: pages show the message. All with status 401 or 403: check VAPID_KEYS',
  },
  text_not_delivered: {
    levels: ['warn'],
    meaning: 'The provider could not deliver a text to a customer; `errorCode` is its code',
    action:
      'None for single numbers: staff see it on the booking and among the notifications. If many fail with code 30034 or 30007, register the number with the carriers (docs/deploying.md)',
  },
  email_not_delivered: {
    levels: ['warn'],
    meaning:
      "An e-mail to a customer bounced, was refused or was marked as spam; `status` is the e-mail service's word",
    action: 'None for single addresses: staff see it on Today, on the booking and among the notifications',
  },
  hold_days_limited: {
    levels: ['warn'],
    meaning: 'A customer was refused because too many days are held unpaid',
    action: 'Follow [Too many unpaid holds](#too-many-unpaid-holds)',
  },
  hold_moves_limited: {
    levels: ['warn'],
    meaning: 'A customer was refused because unpaid holds take too many truck moves of a day',
    action: 'Follow [Too many unpaid holds](#too-many-unpaid-holds)',
  },
  holds_near_limit: {
    levels: ['warn'],
    meaning:
      'Days or truck moves held unpaid are near a limit, and the business got an e-mail; `sizes` names the sizes, `days` the days of the moves',
    action: 'Follow [Too many unpaid holds](#too-many-unpaid-holds)',
  },
  hold_released_by_staff: {
    levels: ['info'],
    meaning: 'A hold was released at `/admin/inventory`; `userId` is the account',
    action: 'None',
  },
  checkout_holds_limited: {
    levels: ['warn'],
    meaning: 'A caller (`by`: its network or its contact) reached the limit of live holds',
    action: 'Many of them: follow [Too many unpaid holds](#too-many-unpaid-holds)',
  },
  checkout_calls_limited: {
    levels: ['warn'],
    meaning: 'A network made more calls for new holds than a minute allows',
    action: 'Many of them: add a rate limit in the dashboard of Cloudflare (Security, WAF)',
  },
  checkout_blocked: {
    levels: ['warn'],
    meaning:
      'Cards are being tested: the network, and the e-mail address on it and on the device, are blocked for an hour',
    action: 'Many of them: set up Turnstile',
  },
  checkout_price_differs: {
    levels: ['warn'],
    meaning: 'The page sent another deposit than the current one, and the customer was asked to reload',
    action: 'If it continues an hour after a deployment, look at the booking page',
  },
  checkout_sync_failed: {
    levels: ['warn'],
    meaning: 'An open checkout could not be compared with its payment; it is tried every minute',
    action: 'If it continues, follow [A payment or refund that is stuck](#a-payment-or-refund-that-is-stuck)',
  },
  texts_limited: {
    levels: ['warn'],
    meaning:
      'A customer got no text, because as many new numbers as the settings allow got one on this `day`',
    action:
      'Look at the bookings of the day. If they are real, raise the number in Settings, Dispatch, Times; else cancel them',
  },
  password_attempts_limited: {
    levels: ['warn'],
    meaning: 'Too many wrong passwords; `by` names the limit',
    action: 'Follow [A person who cannot sign in](#a-person-who-cannot-sign-in)',
  },
  operation_stopped: {
    levels: ['warn'],
    meaning: 'Staff stopped a charge or refund that stayed open',
    action: 'None: the history of the booking names the user',
  },
  refund_stopped_after_restore: {
    levels: ['warn'],
    meaning:
      'A refund (`operationId`, `bookingId`) was open at the restored instant, and Stripe had not made it',
    action: 'Follow [After a restore](#after-a-restore)',
  },
  card_not_saved: {
    levels: ['warn'],
    meaning: 'Stripe refused to save the card that paid a deposit',
    action: 'Send the customer a payment link for the balance',
  },
  card_on_file_gone: {
    levels: ['warn'],
    meaning: 'A card was detached at Stripe and removed from the booking',
    action: 'Send the customer a payment link',
  },
  customer_gone: {
    levels: ['warn'],
    meaning: 'A customer was deleted at Stripe and removed from the booking with the card',
    action: 'Send the customer a payment link',
  },
  charge_failed: {
    levels: ['warn'],
    meaning: 'A charge was refused, or its outcome is not known (`outcome`)',
    action: 'None: the page of the booking shows the result',
  },
  charge_not_settled: {
    levels: ['warn'],
    meaning: 'Stripe did not say how a charge ended; the queue and the cron ask again',
    action: 'If it continues, follow [A payment or refund that is stuck](#a-payment-or-refund-that-is-stuck)',
  },
  refund_part_not_made: {
    levels: ['warn'],
    meaning: 'Stripe refused a part of a refund, or its outcome is not known (`outcome`)',
    action: 'Follow [A payment or refund that is stuck](#a-payment-or-refund-that-is-stuck)',
  },
  booking_not_cancelled: {
    levels: ['warn'],
    meaning:
      'A cancellation by staff failed, and the booking stays as it was (`reason`); its history says so',
    action: 'If it repeats, look at the refund or payment link of the booking at Stripe',
  },
  pay_link_not_ended: {
    levels: ['error'],
    meaning: 'A payment link could not be cancelled at Stripe, and the action of staff was refused',
    action: 'Repeat the action once Stripe answers',
  },
  pay_link_not_expired: {
    levels: ['warn'],
    meaning: 'An expired payment link could not be cancelled at Stripe; it is tried every five minutes',
    action: 'None, unless it continues for a day',
  },
  deposit_intent_not_updated: {
    levels: ['warn'],
    meaning:
      'The intent of a new booking by phone did not get the number of its booking, or was not cancelled after the booking failed',
    action: 'None: the payment is applied to the booking of its link, and without a link no one can pay it',
  },
  booking_not_released: {
    levels: ['error'],
    meaning:
      'A booking whose payment link ended unpaid could not be cancelled; it is tried every five minutes',
    action: 'If it continues for a day, find the cause by `error`, or cancel the booking in the back office',
  },
  pay_link_unknown_at_stripe: {
    levels: ['warn'],
    meaning: 'Stripe does not know the payment of a link, so the link ended',
    action: 'Check that STRIPE_SECRET_KEY belongs to the same account as before',
  },
  bulk_row_failed: {
    levels: ['error'],
    meaning: 'One booking of an action on many failed with an internal error; the others went on',
    action: 'Find the cause by `error`. Staff see the failed booking, and can try it again',
  },
  bulk_action_not_enqueued: {
    levels: ['error'],
    meaning:
      'The queue did not take the next step of an action on many bookings; the cron `outbox` resumes it',
    action: 'If it continues, check the queue in the dashboard of Cloudflare',
  },
  outbox_row_failed: {
    levels: ['error'],
    meaning: 'An e-mail or background task failed and will be tried again',
    action: 'None, unless `dead_letter` follows',
  },
  outbox_row_not_enqueued: {
    levels: ['error'],
    meaning: 'The queue did not take an e-mail or background task; the cron processes it',
    action: 'If it continues, check the queue in the dashboard of Cloudflare',
  },
  operation_not_enqueued: {
    levels: ['error'],
    meaning: 'The queue did not take an open charge or refund; the cron processes it',
    action: 'If it continues, check the queue in the dashboard of Cloudflare',
  },
  stripe_events_not_queued: {
    levels: ['warn'],
    meaning: 'The queue did not take fetched events; the cron processes them',
    action: 'If it continues, check the queue in the dashboard of Cloudflare',
  },
  driver_action_not_processed: {
    levels: ['error'],
    meaning:
      'The database refused the effects of what a driver recorded (`actionId`). The fact is stored without them, and dispatchers see it among the conflicts',
    action: 'Find the cause by `error`. Staff enter the effects by hand',
  },
  driver_conflicts_not_enqueued: {
    levels: ['warn'],
    meaning: 'The queue did not take a message; the cron does its work within five minutes',
    action: 'None',
  },
  driver_conflict_not_resolved: {
    levels: ['error'],
    meaning:
      'A ticket or pickup of a driver that waited for another record could not be processed (`conflictId`)',
    action: 'The cron tries again. Repeated failures: find the cause by `error`',
  },
  task_not_postponed: {
    levels: ['error'],
    meaning: 'In maintenance the queue did not take a message again; it is retried and uses up one attempt',
    action: 'None, unless `dead_letter` follows',
  },
  dead_letter_not_replayed: {
    levels: ['error'],
    meaning: 'The queue did not take an item that staff retried; the item is failed again',
    action: 'Retry it later',
  },
  export_failed: {
    levels: ['error'],
    meaning: 'A CSV file broke off while it was written',
    action: 'Export it again. If it fails again, find the cause by `error`',
  },
  work_after_reply_failed: {
    levels: ['error'],
    meaning: 'Work that begins after a reply failed; for example, the request for a password link',
    action: 'The user can ask again. If it continues, find the cause by `error`',
  },
  transaction_not_read_live: {
    levels: ['warn'],
    meaning: 'Stripe did not answer, and the page of a transaction showed the stored copy',
    action: 'None',
  },
} as const satisfies Record<string, LogEventEntry>;
