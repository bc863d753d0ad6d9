import type { Context } from '#worker/context.ts';
import { applyDispute, applyFraudWarning } from '#worker/payments/disputes/apply-dispute.ts';
import { applyRefund, applyRefundsOf } from '#worker/payments/refunds/apply-refund.ts';
import { applyIntent } from './apply-intent.ts';

type Apply = (ctx: Context, objectId: string) => Promise<boolean>;

/** What is done about an event: its object is read again and applied; the others are recorded and let be. */
const APPLIED: Readonly<Record<string, Apply>> = {
  'payment_intent.succeeded': applyIntent,
  'payment_intent.payment_failed': applyIntent,
  'payment_intent.requires_action': applyIntent,
  'payment_intent.processing': applyIntent,
  'payment_intent.canceled': applyIntent,
  'charge.refunded': applyRefundsOf,
  'refund.created': applyRefund,
  'refund.updated': applyRefund,
  'refund.failed': applyRefund,
  'charge.dispute.created': applyDispute,
  'charge.dispute.updated': applyDispute,
  'charge.dispute.closed': applyDispute,
  'charge.dispute.funds_withdrawn': applyDispute,
  'charge.dispute.funds_reinstated': applyDispute,
  'radar.early_fraud_warning.created': applyFraudWarning,
};

/** The types that the webhook queues, and that are asked for when events were missed. */
export const APPLIED_EVENTS = Object.keys(APPLIED);

/** False: its object is not ours. */
export async function applyEvent(
  ctx: Context,
  { type, objectId }: { type: string; objectId: string },
): Promise<boolean> {
  return (await APPLIED[type]?.(ctx, objectId)) ?? false;
}
