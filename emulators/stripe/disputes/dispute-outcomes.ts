import type Stripe from 'stripe';
import { invalidParam } from '#emulators/stripe/http/errors.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import type { World } from '#emulators/stripe/world.ts';
import { book } from './balance-transactions.ts';

export const DISPUTE_STATUSES = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
  'appeal_needs_response',
  'appeal_under_review',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Cents that Stripe takes for a dispute. */
export const FEE = 1500;
const TEN_DAYS = 864_000;
export const ENDED: readonly string[] = ['lost', 'prevented', 'warning_closed', 'won'];

/** Moves a dispute to any status with the same effects as at Stripe. */
export function moveDispute(world: World, before: Stripe.Dispute, status: DisputeStatus): Stripe.Dispute {
  if (status === 'lost' || status === 'prevented' || status === 'won' || status === 'warning_closed')
    return closeDispute(world, before, status === 'warning_closed' ? 'won' : status);
  const after = world.store.save<Stripe.Dispute>({ ...before, status });
  emit(world, 'charge.dispute.updated', [after, before]);
  return after;
}

/** The bank decides. Won or prevented: the money comes back and the charge can be refunded again. */
export function closeDispute(
  world: World,
  before: Stripe.Dispute,
  status: 'lost' | 'prevented' | 'won',
): Stripe.Dispute {
  if (ENDED.includes(before.status))
    throw invalidParam(`The dispute is already closed: ${before.status}.`, 'status');
  return decide(world, before, before.status.startsWith('warning_') ? 'warning_closed' : status);
}

/** The stage after the first decision: https://docs.stripe.com/disputes/arbitration */
export function appealDispute(
  world: World,
  before: Stripe.Dispute,
  status: 'lost' | 'needs_response' | 'under_review' | 'won',
): Stripe.Dispute {
  const mayAppeal = ['lost', 'under_review', 'appeal_needs_response', 'appeal_under_review'];
  if (!mayAppeal.includes(before.status))
    throw invalidParam(`A dispute with the status ${before.status} cannot be appealed.`, 'status');
  if (status === 'won' || status === 'lost') return decide(world, before, status);
  const after = world.store.save<Stripe.Dispute>({
    ...before,
    evidence_details: { ...before.evidence_details, due_by: world.now + TEN_DAYS },
    status: `appeal_${status}`,
  });
  emit(world, 'charge.dispute.updated', [after, before]);
  return after;
}

function decide(
  world: World,
  before: Stripe.Dispute,
  status: 'lost' | 'prevented' | 'warning_closed' | 'won',
): Stripe.Dispute {
  const isReturned = status !== 'lost' && before.balance_transactions.length === 1;
  const after = world.store.save<Stripe.Dispute>({
    ...before,
    balance_transactions: isReturned
      ? [...before.balance_transactions, bookReturn(world, before)]
      : before.balance_transactions,
    is_charge_refundable: status !== 'lost',
    status,
  });
  emit(world, 'charge.dispute.closed', [after, before]);
  if (isReturned) emit(world, 'charge.dispute.funds_reinstated', [after]);
  return after;
}

function bookReturn(world: World, dispute: Stripe.Dispute): Stripe.BalanceTransaction {
  return bookDispute(world, dispute, {
    amount: dispute.amount,
    fee: -FEE,
    description: `Chargeback reversal for ${dispute.charge}`,
  });
}

export function bookDispute(
  world: World,
  dispute: Stripe.Dispute,
  entry: { amount: number; fee: number; description: string },
): Stripe.BalanceTransaction {
  return book(world, { ...entry, currency: dispute.currency, source: dispute.id, type: 'adjustment' });
}
