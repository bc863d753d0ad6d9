/** The API version of the installed SDK; the webhook endpoint is created with the same version. */
export const STRIPE_API_VERSION = '2026-10-28.endive' as const;

/** The types of events that are queued, and read again from Stripe when events were missed. */
export const APPLIED_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
] as const;
export type AppliedEvent = (typeof APPLIED_EVENTS)[number];
