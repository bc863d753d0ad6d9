import type { Context } from '#worker/base/context.ts';
import type { AppliedEvent } from '#worker/base/platform/stripe-api.ts';
import { applyDispute, applyFraudWarning } from '#worker/money/disputes/apply-dispute.ts';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import { applyRefund, applyRefundsOf } from '#worker/money/refunds/apply-refund.ts';

type Handler = (ctx: Context, objectId: string) => Promise<boolean>;

/** The handler of each event type. It reads the event's object again at Stripe and applies it. */
const HANDLERS: Readonly<Record<AppliedEvent, Handler>> = {
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

/** Applies an event. Returns false when its object does not belong to this product. */
export async function applyEvent(
  ctx: Context,
  { type, objectId }: { type: string; objectId: string },
): Promise<boolean> {
  return (await HANDLERS[type as AppliedEvent]?.(ctx, objectId)) ?? false;
}
